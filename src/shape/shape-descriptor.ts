import type { Pixels } from "../phash/pixels.js";
import { findSign, lumaOf, SIDE, type Sign } from "./find-sign.js";

/** Version of the algorithm; stored in each table of descriptors. */
export const SHAPE_VERSION = 1;

/** Bytes of a descriptor: one for each cell. */
export const SHAPE_BYTES = 64;

/** The text form of a descriptor: 128 hex digits in upper or lower case. */
export const SHAPE_PATTERN = /^[0-9a-fA-F]{128}$/;

/** Side of the square into which the sign is scaled, */
const SCALED = 64;
/** of its cells, */
const CELL = 8;
/** and the cells along a side. */
const CELLS = SCALED / CELL;
/** Directions of edges: vertical, falling, horizontal, rising; 45 degrees apart. */
const DIRECTIONS = 4;
/** Units in a pixel when scaling, so that the bounds of all samples are integers: a margin of 6 % on each side. */
const UNITS = 800;
const MARGIN = 48;
const STEP = (UNITS + 2 * MARGIN) / SCALED;
/** Parts in a level of luma after scaling. */
const PARTS = 16;
/** Smallest gradient that counts, squared: 8 levels over two samples. */
const LEAST_SQUARE = (8 * PARTS) ** 2;
/** Of the 256 values, this many are strong, and this many at least weak. */
const STRONG = 51;
const WEAK = 115;

/**
 * The shape descriptor of an image: 512 bits whose Hamming distance says how different two shapes are, whatever their
 * colors, margins, proportions and plates. The sign of the icon is scaled to 64 × 64; for each of 8 × 8 cells and four
 * directions, edges are added up; a bit each says whether the sum is among the largest 20 % and the largest 45 %.
 * `docs/analysis.md` specifies it. Integers only, apart from exactly rounded square roots: every machine computes the
 * same. Sources: Dalal, Triggs, "Histograms of oriented gradients for human detection", 2005.
 *
 * @param pixels a square with a side of 128, such as an analysis renders
 * @returns undefined if the image shows no edges
 * Cost: about 0.3 ms.
 */
export function describeShape(pixels: Pixels): Uint8Array | undefined {
  if (pixels.width !== SIDE || pixels.height !== SIDE)
    throw new RangeError(`expected ${SIDE} × ${SIDE} pixels, got ${pixels.width} × ${pixels.height}`);
  const sign = findSign(pixels);
  if (sign === undefined) return undefined;
  const edges = sumEdges(scaleSign(pixels, sign));
  const sorted = edges.slice().sort();
  const strong = sorted[edges.length - STRONG]!;
  const weak = sorted[edges.length - WEAK]!;
  const descriptor = new Uint8Array(SHAPE_BYTES);
  for (const [at, sum] of edges.entries()) {
    const bit = 8 >> (at % DIRECTIONS);
    if (sum > weak) descriptor[at >> 2]! |= bit << 4;
    if (sum > strong) descriptor[at >> 2]! |= bit;
  }
  return descriptor.some((byte) => byte !== 0) ? descriptor : undefined;
}

/** The canonical form: 128 lower-case hex digits. */
export function formatShape(descriptor: Uint8Array): string {
  return Array.from(descriptor, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns undefined if `text` is not 128 hex digits */
export function parseShape(text: string): Uint8Array | undefined {
  if (!SHAPE_PATTERN.test(text)) return undefined;
  return Uint8Array.from({ length: SHAPE_BYTES }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** The luma of the sign, scaled to fill `SCALED` × `SCALED` samples but a margin, in `PARTS` of a level. */
function scaleSign({ data }: Pixels, { left, right, top, bottom, ground }: Sign): Int32Array {
  const columns = spansOf(left, right - left + 1);
  const rows = spansOf(top, bottom - top + 1);
  const luma = new Uint8Array(SIDE * SIDE);
  const narrow = new Int32Array(SIDE * SCALED);
  const scaled = new Int32Array(SCALED * SCALED);
  const first = Math.max(0, Math.floor(rows.starts[0]! / UNITS));
  const last = Math.min(SIDE - 1, Math.floor((rows.starts[SCALED - 1]! + rows.length) / UNITS));
  for (let y = first; y <= last; y++) {
    for (let x = 0, at = y * SIDE; x < SIDE; x++, at++) {
      const opaque = data[at * 4 + 3]!;
      const own = lumaOf(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!);
      luma[at] = opaque === 255 ? own : Math.floor((opaque * own + (255 - opaque) * ground) / 255);
    }
    averageLine(luma, y * SIDE, 1, columns, PARTS, narrow, y * SCALED, 1);
  }
  for (let x = 0; x < SCALED; x++) averageLine(narrow, x, SCALED, rows, 1, scaled, x, SCALED);
  return scaled;
}

/** Where the samples of a line lie, in units. */
interface Spans {
  readonly starts: Int32Array;
  /** The same for all, at least a pixel. */
  readonly length: number;
}

function spansOf(from: number, size: number): Spans {
  const length = Math.max(STEP * size, UNITS);
  const lead = (length - STEP * size) / 2;
  const starts = Int32Array.from({ length: SCALED }, (_, at) => UNITS * from - MARGIN * size + STEP * size * at - lead);
  return { starts, length };
}

/**
 * Averages the pixels of a line over spans, weighted by their part in it and rounded down. The line continues with its
 * first and last pixel.
 *
 * @param factor of the results
 */
function averageLine(
  from: Uint8Array | Int32Array,
  start: number,
  stride: number,
  { starts, length }: Spans,
  factor: number,
  into: Int32Array,
  target: number,
  targetStride: number,
): void {
  for (let sample = 0; sample < SCALED; sample++) {
    const begin = starts[sample]!;
    const end = begin + length;
    let sum = 0;
    for (let pixel = Math.floor(begin / UNITS); pixel * UNITS < end; pixel++) {
      const weight = Math.min(end, (pixel + 1) * UNITS) - Math.max(begin, pixel * UNITS);
      sum += weight * from[start + Math.min(SIDE - 1, Math.max(0, pixel)) * stride]!;
    }
    into[target + sample * targetStride] = Math.floor((sum * factor) / length);
  }
}

/**
 * Adds up the edges in each cell, by direction. An edge counts by the square root of its contrast, shared between the
 * two nearest directions and the four nearest cells.
 */
function sumEdges(samples: Int32Array): Int32Array {
  const sums = new Int32Array(CELLS * CELLS * DIRECTIONS);
  for (let y = 0; y < SCALED; y++) {
    const above = Math.max(0, y - 1) * SCALED;
    const below = Math.min(SCALED - 1, y + 1) * SCALED;
    for (let x = 0; x < SCALED; x++) {
      const across = samples[y * SCALED + Math.min(SCALED - 1, x + 1)]! - samples[y * SCALED + Math.max(0, x - 1)]!;
      const down = samples[below + x]! - samples[above + x]!;
      const square = across * across + down * down;
      if (square < LEAST_SQUARE) continue;
      const strength = Math.floor(PARTS * Math.sqrt(Math.sqrt(square)));
      // The doubled angle, so that opposite gradients are the same edge.
      const cosine = across * across - down * down;
      const sine = 2 * across * down;
      const straight = Math.floor((16 * Math.abs(cosine)) / (Math.abs(cosine) + Math.abs(sine)));
      const [axis, diagonal] = [cosine > 0 ? 0 : 2, sine > 0 ? 1 : 3];
      addToCells(sums, x, y, axis, strength * straight);
      addToCells(sums, x, y, diagonal, strength * (16 - straight));
    }
  }
  return sums;
}

/** Shares a value between the four cells whose centers are nearest. */
function addToCells(sums: Int32Array, x: number, y: number, direction: number, value: number): void {
  // In 16ths of a cell from the center of the first one.
  const [across, down] = [2 * x + 1 - CELL, 2 * y + 1 - CELL];
  const [column, row] = [across >> 4, down >> 4];
  const [toRight, toBottom] = [across & 15, down & 15];
  for (let below = 0; below < 2; below++) {
    const cellRow = row + below;
    if (cellRow < 0 || cellRow >= CELLS) continue;
    const share = value * (below === 0 ? 16 - toBottom : toBottom);
    if (column >= 0) sums[(cellRow * CELLS + column) * DIRECTIONS + direction]! += share * (16 - toRight);
    if (column + 1 < CELLS) sums[(cellRow * CELLS + column + 1) * DIRECTIONS + direction]! += share * toRight;
  }
}
