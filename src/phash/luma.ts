import type { ReadRuns, Runs } from "./lanczos.js";
import type { PixelRuns } from "./pixel-runs.js";
import type { Pixels } from "./pixels.js";

/**
 * Composites pixels onto white and reduces them to luma, in the integer arithmetic of the Python Imaging Library
 * (`Image.alpha_composite`, then `convert("L")`, ITU-R 601 weights), to the last bit. Cost: nothing before a row is read.
 */
export function lumaOnWhite({ width, data }: Pixels, pixelRuns: PixelRuns): ReadRuns {
  return (row, runs) => readRow(data, pixelRuns, row, row * width, runs);
}

function readRow(data: Pixels["data"], { starts, rows }: PixelRuns, row: number, begin: number, runs: Runs): void {
  const first = rows[row] as number;
  const count = (rows[row + 1] as number) - first;
  for (let run = 0; run < count; run++) {
    const start = starts[first + run] as number;
    runs.starts[run] = start - begin;
    runs.levels[run] = levelOnWhite(data, start * 4);
  }
  runs.count = count;
}

function levelOnWhite(data: Pixels["data"], at: number): number {
  const alpha = data[at + 3] as number;
  const red = onWhite(data[at] as number, alpha);
  const green = onWhite(data[at + 1] as number, alpha);
  const blue = onWhite(data[at + 2] as number, alpha);
  return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16;
}

/** One channel: weights with 7 fractional bits, the division by 255 done by shifts, as PIL's `Paste.c` does. */
function onWhite(value: number, alpha: number): number {
  if (alpha === 255) return value;
  const weight = 128 * alpha;
  const sum = value * weight + 255 * (255 * 128 - weight) + 16384;
  return (((sum >> 8) + sum) >> 8) >> 7;
}
