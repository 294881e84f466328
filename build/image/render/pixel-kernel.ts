import { lanczosKernel } from "#src/phash/lanczos.js";
import type { Pixels, RunPixels } from "#src/phash/pixels.js";
import { instantiate } from "#src/platform/web-assembly.js";
import { PIXEL_KERNEL_CODE } from "./pixel-kernel-code.js";

/** Sides of the images that the kernel reads, at least and at most: it shrinks them, and they fit in its memory. */
const MIN_SIDE = 32;
const MAX_SIDE = 512;
const LUMA_SIDE = 32;

// Addresses in bytes, as in pixel-kernel.wat.
const STARTS = 1048576;
const ROWS = 2097152;
const TAILS = 2099216;
const LOWEST = 2115600;
const FIRSTS = 2117648;
const TOTALS = 2117776;
const COLUMN_FIRSTS = 2117904;
const COUNTS = 2118032;
const SUMS = 2118160;
const WEIGHTS = 2118320;
const LUMA = 2151088;
const QUARTER = 2152448;
/** Results that a change of level may affect, and weights of a result, at most. */
const TAIL_ROOM = 8;
const WEIGHT_ROOM = 128;

/** An image as it is hashed and measured. */
export interface ReadImage {
  /** What `toPlainRuns` returns. */
  readonly image: RunPixels;
  /** What `shrinkLuma` returns. */
  readonly luma: Uint8Array;
  /**
   * What `shrinkToSide` returns for a quarter of the longer side, for images of 512 pixels, the usual size of larger
   * files. Absent if this does not divide the other side.
   */
  readonly quarter?: Pixels;
}

/**
 * Reads an image, in a quarter of the time of `toPlainRuns` and `shrinkLuma`, with identical results. Undefined if a
 * side has fewer than 32 or more than 512 pixels.
 *
 * @param pixels are copied
 * @param isPremultiplied whether colors are multiplied by alpha
 * @param ground the color under the image, if any, as `#rrggbb`
 */
export type ReadPixels = (pixels: Pixels, isPremultiplied: boolean, ground?: string) => ReadImage | undefined;

interface PixelKernelExports {
  memory: { buffer: ArrayBuffer };
  readRows(isPremultiplied: number, ground: number, width: number, height: number): number;
  readColumns(): void;
  quarter(width: number, height: number): void;
}

/** @throws Error if the process can't use WebAssembly */
export function createPixelKernel(): ReadPixels {
  const { memory, readRows, readColumns, quarter } = instantiate<PixelKernelExports>(PIXEL_KERNEL_CODE);
  const { buffer } = memory;
  const bytes = new Uint8Array(buffer);
  let [weighedWidth, weighedHeight] = [0, 0];
  return ({ width, height, data: source }, isPremultiplied, ground) => {
    if (Math.min(width, height) < MIN_SIDE || Math.max(width, height) > MAX_SIDE) return undefined;
    if (width !== weighedWidth) writeRowWeights(buffer, width);
    if (height !== weighedHeight) writeColumnWeights(buffer, height);
    [weighedWidth, weighedHeight] = [width, height];
    bytes.set(source);
    const count = readRows(isPremultiplied ? 1 : 0, ground === undefined ? 0 : wordOf(ground), width, height);
    readColumns();
    const runs = {
      starts: new Int32Array(buffer, STARTS, count).slice(),
      rows: new Int32Array(buffer, ROWS, height + 1).slice(),
    };
    const data = isPremultiplied || ground !== undefined ? bytes.slice(0, source.length) : source;
    const read = { image: { width, height, data, runs }, luma: bytes.slice(LUMA, LUMA + LUMA_SIDE ** 2) };
    if (Math.max(width, height) < MAX_SIDE || width % 4 !== 0 || height % 4 !== 0) return read;
    quarter(width, height);
    const small = bytes.slice(QUARTER, QUARTER + source.length / 16);
    return { ...read, quarter: { width: width / 4, height: height / 4, data: small } };
  };
}

/** A color as an opaque pixel, as WebAssembly reads it: in little-endian order. */
function wordOf(color: string): number {
  const rgb = Number.parseInt(color.slice(1), 16);
  return ((255 << 24) | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

/** Writes the weights of `resizeLanczos` for runs of a row. */
function writeRowWeights(buffer: ArrayBuffer, width: number): void {
  const { firsts, totals, lowest, room, weights } = lanczosKernel(width, LUMA_SIDE);
  new Int32Array(buffer, FIRSTS, LUMA_SIDE).set(firsts);
  new Int32Array(buffer, TOTALS, LUMA_SIDE).set(totals);
  new Int32Array(buffer, LOWEST, width).set(lowest.map((result) => SUMS + 4 * result));
  const tails = new Int32Array(buffer, TAILS, width * TAIL_ROOM).fill(0);
  for (let at = 0; at < width; at++) tails.set(weights.subarray(at * room, (at + 1) * room), at * TAIL_ROOM);
}

/** Writes the weights of `resizeLanczos` for samples of a column, which are differences of those for runs. */
function writeColumnWeights(buffer: ArrayBuffer, height: number): void {
  const { firsts, totals, lowest, room, weights } = lanczosKernel(height, LUMA_SIDE);
  new Int32Array(buffer, COLUMN_FIRSTS, LUMA_SIDE).set(firsts);
  /** The sum of a result's weights from a sample on. */
  const sumFrom = (result: number, at: number): number => {
    if (at === firsts[result]) return totals[result]!;
    const tail = at < height ? result - lowest[at]! : -1;
    return tail >= 0 && tail < room ? weights[at * room + tail]! : 0;
  };
  const counts = new Int32Array(buffer, COUNTS, LUMA_SIDE).fill(0);
  const plain = new Int32Array(buffer, WEIGHTS, LUMA_SIDE * WEIGHT_ROOM);
  for (let result = 0; result < LUMA_SIDE; result++) {
    let at = firsts[result]!;
    for (let sum = totals[result]!; sum !== 0 || at < height; at++) {
      const next = sumFrom(result, at + 1);
      plain[result * WEIGHT_ROOM + counts[result]!++] = sum - next;
      sum = next;
      if (at + 1 < height && result < lowest[at + 1]!) break;
    }
  }
}
