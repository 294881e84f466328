import type { Pixels } from "../../src/phash/pixels.js";
import type { ImageMode, Protocol } from "../options/terminal-image-options.js";
import { colorful } from "../terminal/output.js";
import type { Area, Painting } from "./painting.js";
import type { TerminalAnswer } from "./terminal-support.js";

/** On narrower terminals, the text next to images would be cut too short. */
const MIN_COLUMNS = 40;

/** Paints images of one size on the terminal. */
export interface Painter {
  readonly area: Area;
  /** @param image an image file, or undefined for a placeholder with the initial of `name` */
  paint(image: Buffer | undefined, name: string): Promise<Painting>;
}

type Paint = (pixels: Pixels, area: Area, terminal: TerminalAnswer) => Promise<Painting>;

const PAINTS: Readonly<Record<Protocol, () => Promise<Paint>>> = {
  iterm: async () => (await import("./png-protocols.js")).paintITerm,
  kitty: async () => (await import("./png-protocols.js")).paintKitty,
  sixel: async () => (await import("./sixel.js")).paintSixel,
  blocks: async () => (await import("./blocks.js")).paintBlocks,
};

/**
 * Detects the terminal's capabilities and opens a painter for it. Undefined if tables are printed instead: by `mode`,
 * if output is piped or has no colors, or on a dumb or narrow terminal. Loads its modules on demand, including the
 * image decoder.
 *
 * @param columns width of an image; its height is half as many rows, since cells are about twice as high as wide
 */
export async function openPainter(mode: ImageMode, columns: number): Promise<Painter | undefined> {
  const { stdin, stdout, env } = process;
  if (mode === "off" || !colorful || env.TERM === "dumb" || (stdout.columns || 80) < MIN_COLUMNS) return undefined;
  const { askTerminal } = await import("./terminal-support.js");
  const terminal = stdin.isTTY ? await askTerminal(stdin, stdout) : { sixel: false };
  const { chooseProtocol } = await import("./terminal-support.js");
  const paint = await PAINTS[mode === "auto" ? chooseProtocol(terminal) : mode]();
  const area = { columns, rows: columns >> 1 };
  const { placeholder } = await import("./painting.js");
  const { decodeImage } = await import("../../build/image/render/measured-pixels.js");
  const { layOnTile } = await import("./painting.js");
  return {
    area,
    async paint(image, name) {
      if (image === undefined) return placeholder(name, area);
      const pixels = await decodeImage({ kind: "raster", bytes: image });
      return paint(terminal.ground === undefined ? pixels : layOnTile(pixels, terminal.ground), area, terminal);
    },
  };
}
