import { DCT_LENGTH, dct32 } from "./dct.js";
import { type ReadRuns, type Runs, resizeLanczos } from "./lanczos.js";
import { findRuns, type PixelRuns, type Pixels } from "./pixels.js";

/** Version of the algorithm; stored in each generation. */
export const PHASH_VERSION = 2;

const LOW = 8;

/**
 * As a fraction of the spread of the coefficients. On half of the shipped icons, this value best distinguished other
 * sizes of an image from other images.
 */
const UNCERTAIN_SHARE = 0.08;
/** Standard deviation of a coefficient caused by rounding luma to integers: √(16 · 1024 / 4 / 12). */
const ROUNDING = Math.sqrt(1024 / 3);

/** The text form of a hash: 16 hex digits in upper or lower case. */
export const HASH_PATTERN = /^[0-9a-fA-F]{16}$/;

/** A hash and its uncertain bits. */
export interface HashedImage {
  readonly hash: bigint;
  /**
   * Ones for bits whose coefficient is close to the median, so that a small change of the image may flip them: it
   * differs from the median by at most 8 % of the root mean square of these differences over all coefficients but the
   * first. Symmetric images have 32 or more uncertain bits.
   */
  readonly uncertain: bigint;
}

/**
 * The 64-bit perceptual hash of an image, identical to `phash` of Python's ImageHash (hash size 8, high-frequency
 * factor 4): luma on white at 32 × 32, the 8 × 8 lowest coefficients of a DCT-II, one bit for each that is above their
 * median, row by row, most significant bit first.
 *
 * @param runs the runs of the image, if already known
 */
export function phash(pixels: Pixels, runs?: PixelRuns): bigint {
  return hashPixels(pixels, runs).hash;
}

/** The hash and its uncertain bits. Costs a microsecond more than `phash`. */
export function hashPixels(pixels: Pixels, runs = findRuns(pixels)): HashedImage {
  return hashLuma(shrinkLuma(pixels, runs));
}

/** The luma of an image on white at 32 × 32, row by row. */
export function shrinkLuma(pixels: Pixels, runs: PixelRuns): Uint8Array {
  return resizeLanczos(lumaOnWhite(pixels, runs), pixels.width, pixels.height, DCT_LENGTH);
}

/** The hash of luma as returned by `shrinkLuma`, and its uncertain bits. */
export function hashLuma(luma: Uint8Array): HashedImage {
  const coefficients = lowFrequencies(luma);
  const sorted = coefficients.slice().sort();
  const middle = sorted.length / 2;
  const median = ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
  const differences = coefficients.map((value) => value - median);
  const isAbove = (value: number): boolean => value > 0;
  const most = mostUncertain(differences);
  const isUncertain = (value: number): boolean => Math.abs(value) <= most;
  return { hash: bitsOf(differences, isAbove), uncertain: bitsOf(differences, isUncertain) };
}

/**
 * Maximum distance of an uncertain coefficient from the median. Ignores the first coefficient, the mean of the image,
 * which is larger than all others.
 */
function mostUncertain(differences: Float64Array): number {
  let squares = 0;
  for (let at = 1; at < differences.length; at++) squares += (differences[at] as number) ** 2;
  return Math.max(ROUNDING, UNCERTAIN_SHARE * Math.sqrt(squares / (differences.length - 1)));
}

function bitsOf(values: Float64Array, isSet: (value: number) => boolean): bigint {
  return wordOf(values, 0, isSet) * 2n ** 32n + wordOf(values, 32, isSet);
}

/** 32 bits of the hash as one number, since shifting a bigint for every bit would cost more than the transform. */
function wordOf(values: Float64Array, from: number, isSet: (value: number) => boolean): bigint {
  let word = 0;
  for (let at = from; at < from + 32; at++) word = word * 2 + (isSet(values[at] as number) ? 1 : 0);
  return BigInt(word);
}

/**
 * The lowest coefficients of the two-dimensional DCT-II, row by row. Columns are transformed first, as in the reference
 * implementation.
 */
function lowFrequencies(luma: Uint8Array): Float64Array {
  const rows = new Float64Array(LOW * DCT_LENGTH);
  const samples = new Float64Array(DCT_LENGTH);
  const transformed = new Float64Array(DCT_LENGTH);
  for (let x = 0; x < DCT_LENGTH; x++) {
    for (let y = 0; y < DCT_LENGTH; y++) samples[y] = luma[y * DCT_LENGTH + x] as number;
    const column = dct32(samples, transformed);
    for (let v = 0; v < LOW; v++) rows[v * DCT_LENGTH + x] = column[v] as number;
  }
  const coefficients = new Float64Array(LOW * LOW);
  for (let v = 0; v < LOW; v++) {
    samples.set(rows.subarray(v * DCT_LENGTH, (v + 1) * DCT_LENGTH));
    const row = dct32(samples, transformed);
    for (let u = 0; u < LOW; u++) coefficients[v * LOW + u] = row[u]!;
  }
  return coefficients;
}

/**
 * Composites pixels onto white and converts them to luma, in the integer arithmetic of the Python Imaging Library
 * (`Image.alpha_composite`, then `convert("L")`, ITU-R 601 weights), bit for bit. Rows are converted on demand.
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
  if (alpha === 0) return 255;
  const red = onWhite(data[at] as number, alpha);
  const green = onWhite(data[at + 1] as number, alpha);
  const blue = onWhite(data[at + 2] as number, alpha);
  return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16;
}

/**
 * Composites one channel onto white: weights with 7 fractional bits, and division by 255 by shifts, as in PIL's
 * `Paste.c`.
 */
function onWhite(value: number, alpha: number): number {
  if (alpha === 255) return value;
  const weight = 128 * alpha;
  const sum = value * weight + 255 * (255 * 128 - weight) + 16384;
  return (((sum >> 8) + sum) >> 8) >> 7;
}

/** The canonical form: 16 lower-case hex digits. */
export function formatHash(hash: bigint): string {
  return hash.toString(16).padStart(16, "0");
}

/** @returns undefined if `text` is not 16 hex digits */
export function parseHash(text: string): bigint | undefined {
  return HASH_PATTERN.test(text) ? BigInt(`0x${text}`) : undefined;
}
