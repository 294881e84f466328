import { resizeLanczos } from "./lanczos.js";
import { lumaOnWhite } from "./luma.js";
import type { Pixels } from "./pixels.js";

/** Version of the algorithm; stored in each generation. */
export const PHASH_VERSION = 1;

const SIZE = 32;
const LOW = 8;
// A symmetric glyph has coefficients that are zero; floating noise there would flip bits at random.
const NOISE = 1e-10;

const COSINES = Float64Array.from({ length: LOW * SIZE }, (_, index) => {
  const frequency = Math.floor(index / SIZE);
  const position = index % SIZE;
  return 2 * Math.cos((Math.PI * frequency * (2 * position + 1)) / (2 * SIZE));
});

/**
 * The 64-bit perceptual hash of a picture, bit for bit that of Python's ImageHash `phash` (hash size 8, high-frequency
 * factor 4): luma on white at 32 × 32, the 8 × 8 lowest coefficients of a DCT-II, a bit for each above their median,
 * row by row, most significant first.
 */
export function phash(pixels: Pixels): bigint {
  const luma = resizeLanczos(lumaOnWhite(pixels), pixels.width, pixels.height, SIZE);
  const coefficients = lowFrequencies(luma);
  const largest = coefficients.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const clean = coefficients.map((value) => (Math.abs(value) < largest * NOISE ? 0 : value));
  const sorted = clean.slice().sort();
  const middle = sorted.length / 2;
  const median = ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
  return wordOf(clean, 0, median) * 2n ** 32n + wordOf(clean, 32, median);
}

/** 32 bits of the hash as one number: a shift of a bigint for every bit would cost more than the transform. */
function wordOf(values: Float64Array, from: number, median: number): bigint {
  let word = 0;
  for (let at = from; at < from + 32; at++) word = word * 2 + ((values[at] as number) > median ? 1 : 0);
  return BigInt(word);
}

/** The unnormalised two-dimensional DCT-II, vertical frequency by vertical frequency, the lowest eight of each. */
function lowFrequencies(luma: Uint8Array): Float64Array {
  const columns = new Float64Array(LOW * SIZE);
  for (let v = 0; v < LOW; v++) {
    for (let x = 0; x < SIZE; x++) {
      let sum = 0;
      for (let y = 0; y < SIZE; y++) sum += (luma[y * SIZE + x] as number) * (COSINES[v * SIZE + y] as number);
      columns[v * SIZE + x] = sum;
    }
  }
  const coefficients = new Float64Array(LOW * LOW);
  for (let v = 0; v < LOW; v++) {
    for (let u = 0; u < LOW; u++) {
      let sum = 0;
      for (let x = 0; x < SIZE; x++) sum += (columns[v * SIZE + x] as number) * (COSINES[u * SIZE + x] as number);
      coefficients[v * LOW + u] = sum;
    }
  }
  return coefficients;
}
