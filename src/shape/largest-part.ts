import type { Pixels } from "../phash/pixels.js";
import { type Box, SIDE, VISIBLE } from "./find-sign.js";
import { enlarge } from "./resample.js";

/** Parts are joined if they are in neighboring cells of this many pixels. */
const CELL = 4;
const CELLS = SIDE / CELL;
/** A part with more of the visible pixels than this percentage is the whole. */
const WHOLE = 95;

/** Neighboring cells, and the visible pixels in them. */
interface Part extends Box {
  readonly area: number;
}

/**
 * The largest of the visible parts of an image, enlarged to fill the square: the icon, if there is text next to it.
 * Parts are at least some pixels apart.
 *
 * @param pixels a square with a side of `SIDE`
 * @returns undefined if there is one part only, apart from specks
 */
export function largestPart(pixels: Pixels): Pixels | undefined {
  const counts = countVisible(pixels.data);
  const whole = counts.reduce((sum, count) => sum + count, 0);
  let largest: Part | undefined;
  for (const [start, count] of counts.entries()) {
    if (count === 0) continue;
    const part = takePart(counts, start);
    if (part.area > (largest?.area ?? 0)) largest = part;
  }
  return largest === undefined || 100 * largest.area > WHOLE * whole ? undefined : enlarge(pixels, largest);
}

/** The visible pixels of each cell. */
function countVisible(data: Pixels["data"]): Uint8Array {
  const counts = new Uint8Array(CELLS * CELLS);
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    if (data[pixel * 4 + 3]! < VISIBLE) continue;
    counts[Math.floor(pixel / SIDE / CELL) * CELLS + Math.floor((pixel % SIDE) / CELL)]!++;
  }
  return counts;
}

/** The cells connected with one, whose counts become 0. */
function takePart(counts: Uint8Array, start: number): Part {
  const cells = [start];
  let [area, left, right, top, bottom] = [counts[start]!, CELLS, -1, CELLS, -1];
  counts[start] = 0;
  for (let cell = cells.pop(); cell !== undefined; cell = cells.pop()) {
    const [x, y] = [cell % CELLS, Math.floor(cell / CELLS)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    for (let row = Math.max(0, y - 1); row <= Math.min(CELLS - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(CELLS - 1, x + 1); column++) {
        const other = row * CELLS + column;
        if (counts[other] === 0) continue;
        area += counts[other]!;
        counts[other] = 0;
        cells.push(other);
      }
    }
  }
  return { area, left: CELL * left, right: CELL * (right + 1) - 1, top: CELL * top, bottom: CELL * (bottom + 1) - 1 };
}
