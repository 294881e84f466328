import type { Pixels } from "../../src/phash/pixels.js";
import type { ImageMode, Protocol } from "../options/terminal-image-options.js";
import { colorful } from "../terminal/output.js";
import type { Area, Painting } from "./painting.js";
import type { TerminalResponse } from "./terminal-support.js";

/** On narrower terminals, the text next to images would be cut too short. */
const MIN_COLUMNS = 40;

/** Paints images of one size on the terminal. */
export interface Painter {
  readonly area: Area;
  /** @param image an image file, or undefined for a placeholder with the initial of `name` */
  paint(image: Buffer | undefined, name: string): Promise<Painting>;
}

type Paint = (pixels: Pixels, area: Area, terminal: TerminalResponse) => Promise<Painting>;

const PAINTS: Readonly<Record<Protocol, () => Promise<Paint>>> = {
  kitty: async () => (await import("./kitty.js")).paintKitty,
  blocks: async () => (await import("./blocks.js")).paintBlocks,
};

/** A query that was sent to the terminal. */
export interface TerminalQuery {
  /** Settles when the terminal has responded or its time is over. Until then, the terminal is in raw mode. */
  readonly response: Promise<TerminalResponse>;
}

/**
 * Queries the terminal's capabilities while `work` runs, so that a terminal which never responds delays the work less.
 *
 * @param flags of the command; nothing is queried with `json`
 * @param work gets the query, or undefined if tables are printed instead of images
 */
export async function queryingTerminal(
  { images, json = false }: { readonly images: ImageMode; readonly json?: boolean | undefined },
  work: (query: TerminalQuery | undefined) => Promise<void>,
): Promise<void> {
  const query = await beginQuery(json ? "off" : images);
  try {
    await work(query);
  } finally {
    // Otherwise a late response would appear as typed text after this command.
    await query?.response;
  }
}

/**
 * Sends a query to the terminal. Undefined if tables are printed instead of images: by `mode`, if output is piped or
 * has no colors, or on a dumb or narrow terminal.
 */
async function beginQuery(mode: ImageMode): Promise<TerminalQuery | undefined> {
  const { stdin, stdout, env } = process;
  if (mode === "off" || !colorful || env.TERM === "dumb" || (stdout.columns || 80) < MIN_COLUMNS) return undefined;
  const { askTerminal } = await import("./terminal-support.js");
  return { response: stdin.isTTY ? askTerminal(stdin, stdout) : Promise.resolve({ kitty: false }) };
}

/**
 * Opens a painter for the terminal. Undefined if tables are printed instead, see `beginQuery`. Loads its modules on
 * demand, including the image decoder, while the terminal responds.
 *
 * @param columns width of an image; its height is half as many rows, since cells are about twice as high as wide
 * @param sent the query, if it was sent before
 */
export async function openPainter(
  mode: ImageMode,
  columns: number,
  sent?: TerminalQuery,
): Promise<Painter | undefined> {
  const query = sent ?? (await beginQuery(mode));
  if (mode === "off" || query === undefined) return undefined;
  const [terminal, { placeholder, layOnTile }, { decodeImage }] = await Promise.all([
    query.response,
    import("./painting.js"),
    import("../../build/image/render/measured-pixels.js"),
  ]);
  const paint = await PAINTS[mode !== "auto" ? mode : terminal.kitty ? "kitty" : "blocks"]();
  const area = { columns, rows: columns >> 1 };
  return {
    area,
    async paint(image, name) {
      if (image === undefined) return placeholder(name, area);
      const pixels = await decodeImage({ kind: "raster", bytes: image });
      return paint(terminal.ground === undefined ? pixels : layOnTile(pixels, terminal.ground), area, terminal);
    },
  };
}
