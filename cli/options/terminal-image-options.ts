import type { Option } from "commander";
import { option } from "./options.js";

/** The ways of drawing an image on a terminal, best first. */
const PROTOCOLS = ["kitty", "blocks"] as const;

export type Protocol = (typeof PROTOCOLS)[number];

/** Values of `--images`: a protocol, the best one that the terminal supports (`auto`), or tables as when piped (`off`). */
export type ImageMode = Protocol | "auto" | "off";

/** Flags of commands that draw images. */
export interface ImageFlags {
  readonly images: ImageMode;
}

const MODES = ["auto", ...PROTOCOLS, "off"];

export const imagesOption = (): Option =>
  option("--images <how>", "how images are drawn on a color terminal", "auto").choices(MODES);

/** Width of an image in a list: three and a half rows of half blocks, which leaves a gap between images. */
export const LISTED_COLUMNS = 7;

/** Width of a single image, or of one that is compared with another. */
export const SHOWN_COLUMNS = 16;
