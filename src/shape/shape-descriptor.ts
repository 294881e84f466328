import { findRuns, type PixelRuns, type Pixels } from "../phash/pixels.js";
import { findSign, lumaOf, SIDE, type Sign } from "./find-sign.js";
import { SHAPE_BYTES } from "./shape-text.js";

/** Side of the square into which the sign is scaled, */
const SCALED = 64;
/** of that with a ring of one sample, */
const RINGED = SCALED + 2;
/** of its cells, */
const CELL = 8;
/** and the cells along a side. */
const CELLS = SCALED / CELL;
/** Directions of edges: vertical, falling, horizontal, rising; 45 degrees apart. */
const DIRECTIONS = 4;
/** Sums in a row of cells, with one more cell on each side. */
const ROW = (CELLS + 2) * DIRECTIONS;
/** Units in a pixel when scaling, so that the bounds of all samples are integers: a margin of 6 % on each side. */
const UNITS = 800;
const MARGIN = 48;
const STEP = (UNITS + 2 * MARGIN) / SCALED;
/** Pixels that a sample of at most `STEP * SIDE / UNITS` (2.2) pixels can touch. */
const TOUCHED = 4;
/** Beyond the last sample, in units. */
const BEYOND = 2 * SIDE * UNITS;
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
 * @param runs its runs, if already known
 * @returns undefined if the image shows no edges
 * Cost: about 0.1 ms.
 */
export function describeShape(pixels: Pixels, runs: PixelRuns = findRuns(pixels)): Uint8Array | undefined {
  if (pixels.width !== SIDE || pixels.height !== SIDE)
    throw new RangeError(`expected ${SIDE} × ${SIDE} pixels, got ${pixels.width} × ${pixels.height}`);
  const sign = findSign(pixels, runs);
  return sign && describeSign(pixels, runs, sign);
}

/** The shape descriptor of a sign in an image. @returns undefined if it shows no edges */
export function describeSign(pixels: Pixels, runs: PixelRuns, sign: Sign): Uint8Array | undefined {
  const edges = sumEdges(scaleSign(pixels, runs, sign));
  const sorted = edges.slice().sort();
  const strong = sorted[edges.length - STRONG]!;
  const weak = sorted[edges.length - WEAK]!;
  const descriptor = new Uint8Array(SHAPE_BYTES);
  for (let at = 0; at < edges.length; at++) {
    const bit = 8 >> (at % DIRECTIONS);
    if (edges[at]! > weak) descriptor[at >> 2]! |= bit << 4;
    if (edges[at]! > strong) descriptor[at >> 2]! |= bit;
  }
  return descriptor.some((byte) => byte !== 0) ? descriptor : undefined;
}

/** The luma of the sign, scaled to fill `SCALED` × `SCALED` samples but a margin, in `PARTS` of a level. */
function scaleSign({ data }: Pixels, runs: PixelRuns, { left, right, top, bottom, ground }: Sign): Int16Array {
  const columns = spansOf(left, right - left + 1);
  const rows = spansOf(top, bottom - top + 1);
  const narrow = new Int16Array(SIDE * SCALED);
  const line: LumaRuns = { levels: new Uint8Array(SIDE), ends: new Int32Array(SIDE) };
  const last = rows.pixels.at(-1)!;
  for (let y = rows.pixels[0]!; y <= last; y++) {
    readRow(data, runs, y, ground, line);
    averageColumns(line, columns, narrow, y * SCALED);
  }
  return averageRows(narrow, rows);
}

/** The runs of a row. */
interface LumaRuns {
  readonly levels: Uint8Array;
  /** Where they end, in units. The last one does not. */
  readonly ends: Int32Array;
}

function readRow(data: Pixels["data"], { starts, rows }: PixelRuns, y: number, ground: number, into: LumaRuns): void {
  const first = rows[y]!;
  const count = rows[y + 1]! - first;
  for (let run = 0; run < count; run++) {
    const at = starts[first + run]! * 4;
    const opaque = data[at + 3]!;
    const own = lumaOf(data[at]!, data[at + 1]!, data[at + 2]!);
    into.levels[run] = opaque === 255 ? own : ((opaque * own + (255 - opaque) * ground) / 255) | 0;
    if (run > 0) into.ends[run - 1] = (starts[first + run]! - y * SIDE) * UNITS;
  }
  into.ends[count - 1] = BEYOND;
}

/** The parts of a line over which samples are averaged. */
interface Spans {
  /** `TOUCHED` pixels for each sample. The line continues with its first and last pixel. */
  readonly pixels: Int32Array;
  /** Their parts in the sample, in units. */
  readonly weights: Int32Array;
  /** Where each sample begins, in units. */
  readonly begins: Int32Array;
  /** The units of each sample: at least a pixel, so that those of a small sign overlap. */
  readonly length: number;
}

function spansOf(from: number, size: number): Spans {
  const length = Math.max(STEP * size, UNITS);
  const origin = UNITS * from - MARGIN * size - (length - STEP * size) / 2;
  const begins = new Int32Array(SCALED);
  const pixels = new Int32Array(SCALED * TOUCHED);
  const weights = new Int32Array(SCALED * TOUCHED);
  for (let at = 0; at < pixels.length; at++) {
    const begin = origin + STEP * size * Math.floor(at / TOUCHED);
    const pixel = Math.floor(begin / UNITS) + (at % TOUCHED);
    begins[Math.floor(at / TOUCHED)] = begin;
    pixels[at] = Math.min(SIDE - 1, Math.max(0, pixel));
    weights[at] = Math.max(0, Math.min(begin + length, (pixel + 1) * UNITS) - Math.max(begin, pixel * UNITS));
  }
  return { pixels, weights, begins, length };
}

/** Averages the runs of a row, rounded down, in `PARTS` of a level. */
function averageColumns({ levels, ends }: LumaRuns, { begins, length }: Spans, into: Int16Array, target: number): void {
  for (let sample = 0, run = 0; sample < SCALED; sample++) {
    let begin = begins[sample]!;
    const end = begin + length;
    while (ends[run]! <= begin) run++;
    // Most samples lie within one run.
    if (ends[run]! >= end) into[target + sample] = levels[run]! * PARTS;
    else {
      let sum = 0;
      for (let touched = run; begin < end; touched++) {
        const next = Math.min(end, ends[touched]!);
        sum += levels[touched]! * (next - begin);
        begin = next;
      }
      into[target + sample] = ((sum * PARTS) / length) | 0;
    }
  }
}

/** Averages rows of samples, rounded down. @returns samples with a ring of their neighbors, `RINGED` to a row */
function averageRows(from: Int16Array, { pixels, weights, length }: Spans): Int16Array {
  const into = new Int16Array(RINGED * RINGED);
  // Half a unit more, so that multiplying by the inverse rounds down as dividing does, in less time.
  const inverse = 1 / length;
  for (let sample = 0, at = 0, to = RINGED; sample < SCALED; sample++, at += TOUCHED, to += RINGED) {
    let first = pixels[at]! * SCALED;
    let second = pixels[at + 1]! * SCALED;
    let third = pixels[at + 2]! * SCALED;
    let fourth = pixels[at + 3]! * SCALED;
    const ofFirst = weights[at]!;
    const ofSecond = weights[at + 1]!;
    const ofThird = weights[at + 2]!;
    const ofFourth = weights[at + 3]!;
    for (let x = 1; x <= SCALED; x++) {
      const one = from[first++]! * ofFirst;
      const two = from[second++]! * ofSecond;
      const three = from[third++]! * ofThird;
      const four = from[fourth++]! * ofFourth;
      into[to + x] = ((one + two + three + four + 0.5) * inverse) | 0;
    }
    into[to] = into[to + 1]!;
    into[to + RINGED - 1] = into[to + SCALED]!;
  }
  into.copyWithin(0, RINGED, 2 * RINGED);
  into.copyWithin(into.length - RINGED, into.length - 2 * RINGED, into.length - RINGED);
  return into;
}

/**
 * Adds up the edges in each cell, by direction. An edge counts by the square root of its contrast, shared between the
 * two nearest directions and the four nearest cells.
 *
 * @param samples with a ring
 */
function sumEdges(samples: Int16Array): Int32Array {
  // With a ring of cells, too, so that every edge has four cells.
  const sums = new Int32Array((CELLS + 2) * ROW);
  for (let y = 0; y < SCALED; y++) {
    // In 16ths of a cell from the center of the first one.
    const row = 2 * y + 1 - CELL;
    const toBottom = row & 15;
    for (let x = 0, at = (y + 1) * RINGED + 1; x < SCALED; x++, at++) {
      const across = samples[at + 1]! - samples[at - 1]!;
      const down = samples[at + RINGED]! - samples[at - RINGED]!;
      const square = across * across + down * down;
      if (square < LEAST_SQUARE) continue;
      const strength = Math.floor(PARTS * Math.sqrt(Math.sqrt(square)));
      // The doubled angle, so that opposite gradients are the same edge.
      const cosine = across * across - down * down;
      const sine = 2 * across * down;
      const straight = Math.floor((16 * Math.abs(cosine)) / (Math.abs(cosine) + Math.abs(sine)));
      const column = 2 * x + 1 - CELL;
      const cell = ((row >> 4) + 1) * ROW + ((column >> 4) + 1) * DIRECTIONS;
      addToCells(sums, cell + (cosine > 0 ? 0 : 2), column & 15, toBottom, strength * straight);
      addToCells(sums, cell + (sine > 0 ? 1 : 3), column & 15, toBottom, strength * (16 - straight));
    }
  }
  const inner = new Int32Array(CELLS * CELLS * DIRECTIONS);
  for (let row = 0; row < CELLS; row++) {
    const from = (row + 1) * ROW + DIRECTIONS;
    inner.set(sums.subarray(from, from + CELLS * DIRECTIONS), row * CELLS * DIRECTIONS);
  }
  return inner;
}

/** Shares a value between a cell and its right and lower neighbors. */
function addToCells(sums: Int32Array, at: number, toRight: number, toBottom: number, value: number): void {
  const upper = value * (16 - toBottom);
  const lower = value * toBottom;
  sums[at]! += upper * (16 - toRight);
  sums[at + DIRECTIONS]! += upper * toRight;
  sums[at + ROW]! += lower * (16 - toRight);
  sums[at + ROW + DIRECTIONS]! += lower * toRight;
}
