import type { Option } from "commander";
import { acceptFormer, formerOption, option } from "./options.js";

/** The ways of drawing an image on a terminal, best first. */
const PROTOCOLS = ["iterm", "kitty", "sixel", "blocks"] as const;

export type Protocol = (typeof PROTOCOLS)[number];

/** What `--images` takes: a protocol, what the terminal supports (`auto`), or tables as when piped (`off`). */
export type ImageMode = Protocol | "auto" | "off";

/** Flags of commands that draw images. */
export interface ImageFlags {
  readonly images: ImageMode;
}

const MODES = ["auto", ...PROTOCOLS, "off"];

export const imagesOption = (): Option =>
  option("--images <how>", "how images are drawn on a color terminal", "auto").choices(MODES);

/** The name that `--images` had before. */
export const formerImagesOption = (): Option => formerOption("pictures", MODES);

export const acceptFormerImages = acceptFormer("images", "pictures");

/** Columns of an image in a list: with half blocks three and a half rows, so that images below each other stay apart. */
export const LISTED_COLUMNS = 7;

/** Columns of an image that is looked at by itself, or compared with another. */
export const SHOWN_COLUMNS = 16;
