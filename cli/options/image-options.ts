import type { Option } from "commander";
import { option } from "./options.js";

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

/** Columns of a picture in a list: with half blocks three and a half rows, so that pictures below each other stay apart. */
export const LISTED_COLUMNS = 7;

/** Columns of a picture that is looked at by itself, or compared with another. */
export const SHOWN_COLUMNS = 16;
