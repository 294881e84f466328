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
  option("--pictures <how>", "how pictures are drawn on a terminal that has colours", "auto").choices([
    "auto",
    ...PROTOCOLS,
    "off",
  ]);
