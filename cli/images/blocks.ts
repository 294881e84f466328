import { findRuns, type Pixels } from "../../src/phash/pixels.js";
import { shrinkIntoSquare } from "../../src/phash/shrink.js";
import { groundOf, inkOf, PLAIN, type Rgb } from "../terminal/color.js";
import { blend } from "./blend.js";
import type { Area, Painting } from "./painting.js";
import type { TerminalResponse } from "./terminal-support.js";

/**
 * Half blocks: each cell shows two pixels, the upper one as the color of a ▀, the lower one as its background. Width
 * and height in pixels are the number of columns of the area, so with an odd number, half a row stays empty.
 */
export async function paintBlocks(pixels: Pixels, { columns }: Area, { ground }: TerminalResponse): Promise<Painting> {
  const small = blend(shrinkIntoSquare(pixels, findRuns(pixels), columns).data, ground);
  const pixelAt = (x: number, y: number): Rgb | undefined => {
    const [red, green, blue, alpha] = small.subarray((y * columns + x) * 4);
    return alpha ? [red!, green!, blue!] : undefined;
  };
  const rows = Array.from({ length: Math.ceil(columns / 2) }, (_, row) =>
    Array.from({ length: columns }, (_, x) => cellOf(pixelAt(x, row * 2), pixelAt(x, row * 2 + 1))).join(""),
  );
  return { before: "", rows };
}

function cellOf(upper: Rgb | undefined, lower: Rgb | undefined): string {
  if (upper && lower) return `${inkOf(upper)}${groundOf(lower)}▀${PLAIN}`;
  if (upper) return `${inkOf(upper)}▀${PLAIN}`;
  return lower ? `${inkOf(lower)}▄${PLAIN}` : " ";
}
