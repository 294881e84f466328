import type { Option } from "commander";
import { option } from "../options.js";

/** The ways of drawing a picture on a terminal, best first. */
const PROTOCOLS = ["iterm", "kitty", "sixel", "blocks"] as const;

export type Protocol = (typeof PROTOCOLS)[number];

/** What `--pictures` takes: a protocol, what the terminal can (`auto`), or tables as when piped (`off`). */
export type PictureMode = Protocol | "auto" | "off";

/** Flags of commands that draw pictures. */
export interface PictureFlags {
  readonly pictures: PictureMode;
}

export const picturesOption = (): Option =>
  option("--pictures <how>", "how images are drawn on a color terminal", "auto").choices(["auto", ...PROTOCOLS, "off"]);
