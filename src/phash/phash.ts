import { DCT_LENGTH, dct32 } from "./dct.js";
import { resizeLanczos } from "./lanczos.js";
import { lumaOnWhite } from "./luma.js";
import { findRuns } from "./pixel-runs.js";
import type { Pixels } from "./pixels.js";

/** Version of the algorithm; stored in each generation. */
export const PHASH_VERSION = 2;

const LOW = 8;

/**
 * The 64-bit perceptual hash of a picture, bit for bit that of Python's ImageHash `phash` (hash size 8, high-frequency
 * factor 4): luma on white at 32 × 32, the 8 × 8 lowest coefficients of a DCT-II, a bit for each above their median,
 * row by row, most significant first.
 *
 * @param runs the picture's, where they are known already
 */
export function phash(pixels: Pixels, runs = findRuns(pixels)): bigint {
  const { width, height } = pixels;
  const luma = resizeLanczos(lumaOnWhite(pixels, runs), width, height, DCT_LENGTH);
  const coefficients = lowFrequencies(luma);
  const sorted = coefficients.slice().sort();
  const middle = sorted.length / 2;
  const median = ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
  return wordOf(coefficients, 0, median) * 2n ** 32n + wordOf(coefficients, 32, median);
}

/** 32 bits of the hash as one number: a shift of a bigint for every bit would cost more than the transform. */
function wordOf(values: Float64Array, from: number, median: number): bigint {
  let word = 0;
  for (let at = from; at < from + 32; at++) word = word * 2 + ((values[at] as number) > median ? 1 : 0);
  return BigInt(word);
}

/** The lowest of the two-dimensional DCT-II, row by row: columns first, as the reference does. */
function lowFrequencies(luma: Uint8Array): Float64Array {
  const rows = new Float64Array(LOW * DCT_LENGTH);
  const samples = new Float64Array(DCT_LENGTH);
  for (let x = 0; x < DCT_LENGTH; x++) {
    for (let y = 0; y < DCT_LENGTH; y++) samples[y] = luma[y * DCT_LENGTH + x] as number;
    const column = dct32(samples);
    for (let v = 0; v < LOW; v++) rows[v * DCT_LENGTH + x] = column[v] as number;
  }
  const coefficients = new Float64Array(LOW * LOW);
  for (let v = 0; v < LOW; v++) {
    const row = dct32(rows.subarray(v * DCT_LENGTH, (v + 1) * DCT_LENGTH));
    coefficients.set(row.subarray(0, LOW), v * LOW);
  }
  return coefficients;
}
