import type { ShapeTable } from "../../format/shape-table.js";
import { instantiate } from "../../platform/web-assembly.js";
import { SHAPE_BYTES } from "../../shape/shape-descriptor.js";
import type { CooperativeTask } from "../execution/cooperative-task.js";
import { hammingDistance } from "./hash-distance.js";
import { createRanking } from "./nearest-list.js";
import { COLOR_DISTANCE_UNIT, type PaletteComparison } from "./palette-comparison.js";
import { SHAPE_SCAN_CODE } from "./shape-scan-code.js";

/** The largest distance of two descriptors: their number of bits. */
export const MAX_SHAPE_DISTANCE = 8 * SHAPE_BYTES;

/**
 * Weight of one bit of shape distance in the look, in units of palette distance: 255 bits equal the distance of black and
 * white. More weight of shapes agrees less with the judged pairs, less weight finds fewer icons of the same shape.
 */
const BIT = COLOR_DISTANCE_UNIT / 255;

/** Icons compared first, per icon requested: those of the nearest shape usually include some of the nearest look. */
const FIRST_FOR_EACH = 32;

/** Descriptors per window: 128 KiB, which fit in a core's cache. */
const WINDOW = 2 ** 11;
/** Windows per step, each about 30 microseconds. */
const STEP_WINDOWS = 16;

/** A small copy of a piece of the table, searched for near descriptors. */
export interface ShapeWindow {
  /** The descriptors, one after the other. */
  readonly bytes: Uint8Array;
  /** Sets the descriptor that all further calls of `next` compare with. */
  setQuery(descriptor: Uint8Array): void;
  /** The first index in [from, to) that differs from the query in at most `bound` bits; `to` if there is none. */
  next(from: number, to: number, bound: number): number;
}

interface ShapeScan {
  memory: { buffer: ArrayBuffer };
  next(from: number, to: number, bound: number): number;
}

const shared = openShapeWindow();

/** A search for the icons whose descriptors are nearest to one. */
export interface ShapeSearch {
  readonly shapes: ShapeTable;
  readonly query: Uint8Array;
  readonly limit: number;
  /** An ordinal to leave out. */
  readonly except: number;
}

/** An icon and its distance in bits, 0 to `MAX_SHAPE_DISTANCE`. */
export interface ShapeMatch {
  readonly ordinal: number;
  readonly shapeDistance: number;
}

/**
 * The icons with the nearest descriptors, ties in display order. Exact. Icons without a descriptor are left out.
 *
 * Cost: one pass over 64 bytes per icon.
 */
export function* nearestShapes(search: ShapeSearch, window = shared): CooperativeTask<readonly ShapeMatch[]> {
  const { shapes, query, limit, except } = search;
  const ranking = createRanking(limit);
  yield* scanShapes(shapes, query, window, MAX_SHAPE_DISTANCE, (ordinal, distance) => {
    if (ordinal !== except) ranking.offer(ordinal, distance);
    return ranking.bound();
  });
  return ranking.ordinals().map((ordinal) => ({ ordinal, shapeDistance: shapeDistance(shapes, ordinal, query) }));
}

/** A search that also compares palettes. */
export interface LookSearch extends ShapeSearch {
  readonly comparison: PaletteComparison;
}

/** An icon with both distances. */
export interface LookMatch extends ShapeMatch {
  /** Earth mover's distance of the palettes in OKLab. */
  readonly colorDistance: number;
}

/**
 * The icons nearest in shape and color together: by shape distance / 255 plus palette distance, ties in display order.
 * Exact. Icons without a descriptor or a palette are left out.
 *
 * Cost: two passes over 64 bytes per icon, and a palette distance for each icon whose shape alone is near enough.
 */
export function* nearestByLook(search: LookSearch, window = shared): CooperativeTask<readonly LookMatch[]> {
  const { shapes, query, limit, except, comparison } = search;
  const keyOf = (ordinal: number, distance: number, most: number): number =>
    distance * BIT + comparison.distanceTo(ordinal, most - distance * BIT);
  const first = createRanking(limit);
  for (const { ordinal, shapeDistance: distance } of yield* nearestShapes(
    { ...search, limit: limit * FIRST_FOR_EACH },
    window,
  )) {
    const key = keyOf(ordinal, distance, first.bound());
    if (key <= first.bound() && key < Number.POSITIVE_INFINITY) first.offer(ordinal, key);
  }
  // The ranking only accepts keys below its last; an equal key may come first in display order.
  const enough = first.bound() + 1;
  const ranking = createRanking(limit);
  const bound = (): number => Math.min(enough, ranking.bound());
  yield* scanShapes(shapes, query, window, Math.min(MAX_SHAPE_DISTANCE, enough / BIT), (ordinal, distance) => {
    const key = ordinal === except ? Number.POSITIVE_INFINITY : keyOf(ordinal, distance, bound());
    if (key <= bound() && key < Number.POSITIVE_INFINITY) ranking.offer(ordinal, key);
    return bound() / BIT;
  });
  return ranking.ordinals().map((ordinal) => ({
    ordinal,
    shapeDistance: shapeDistance(shapes, ordinal, query),
    colorDistance: comparison.distanceTo(ordinal, Number.POSITIVE_INFINITY) / COLOR_DISTANCE_UNIT,
  }));
}

/**
 * Share of judged pairs of shipped icons that were called similar, by look distance: shape distance / 255 + color
 * distance. `test/judged/README.md` describes how they were judged.
 */
const LOOK_SCORES: readonly (readonly [distance: number, score: number])[] = [
  [0, 1],
  [0.1, 0.98],
  [0.2, 0.94],
  [0.3, 0.86],
  [0.4, 0.69],
  [0.5, 0.45],
  [0.6, 0.23],
  [0.7, 0.1],
  [0.8, 0.04],
  [1, 0],
];

/** The same by shape distance alone, in bits. */
const SHAPE_SCORES: readonly (readonly [distance: number, score: number])[] = [
  [0, 1],
  [20, 0.8],
  [40, 0.65],
  [70, 0.5],
  [100, 0.35],
  [130, 0.22],
  [160, 0.12],
  [200, 0.04],
  [260, 0],
];

/** The expected share of people who call a match similar, 0 to 1, in steps of 0.01. */
export function scoreOf({ shapeDistance: bits, colorDistance }: ShapeMatch & Partial<LookMatch>): number {
  if (colorDistance === undefined) return interpolate(SHAPE_SCORES, bits);
  return interpolate(LOOK_SCORES, (bits * BIT) / COLOR_DISTANCE_UNIT + colorDistance);
}

function interpolate(knots: readonly (readonly [number, number])[], distance: number): number {
  const after = knots.findIndex(([knot]) => knot > distance);
  if (after === -1) return knots.at(-1)![1];
  const [from, high] = knots[after - 1]!;
  const [to, low] = knots[after]!;
  return Math.round(100 * (high + ((low - high) * (distance - from)) / (to - from))) / 100;
}

/** The number of bits in which an icon's descriptor differs from another. */
function shapeDistance({ bytes }: ShapeTable, ordinal: number, query: Uint8Array): number {
  return differingBits(bytes, ordinal * SHAPE_BYTES, query);
}

/** @param start of the descriptor in `bytes` */
export function differingBits(bytes: Uint8Array, start: number, query: Uint8Array): number {
  let bits = 0;
  for (let at = 0; at < SHAPE_BYTES; at++) bits += hammingDistance(bytes[start + at]! ^ query[at]!, 0, 0, 0);
  return bits;
}

/**
 * Visits the icons within a bound of the query, in display order. Copies one window at a time.
 *
 * @param visit returns the bound for the following icons
 */
function* scanShapes(
  shapes: ShapeTable,
  query: Uint8Array,
  window: ShapeWindow,
  most: number,
  visit: (ordinal: number, distance: number) => number,
): CooperativeTask<void> {
  let bound = most;
  for (let first = 0, windows = 0; first < shapes.count; first += WINDOW, windows++) {
    // Other searches may have used the window since the last step.
    if (windows % STEP_WINDOWS === 0) {
      if (windows > 0) yield;
      window.setQuery(query);
    }
    const size = Math.min(WINDOW, shapes.count - first);
    window.bytes.set(shapes.bytes.subarray(first * SHAPE_BYTES, (first + size) * SHAPE_BYTES));
    const limit = (): number => Math.min(MAX_SHAPE_DISTANCE, Math.floor(bound));
    for (let at = window.next(0, size, limit()); at < size; at = window.next(at + 1, size, limit())) {
      const distance = differingBits(window.bytes, at * SHAPE_BYTES, query);
      if (hasShape(window.bytes, at)) bound = visit(first + at, distance);
    }
  }
}

function hasShape(bytes: Uint8Array, at: number): boolean {
  for (let byte = at * SHAPE_BYTES; byte < (at + 1) * SHAPE_BYTES; byte++) if (bytes[byte] !== 0) return true;
  return false;
}

function openShapeWindow(): ShapeWindow {
  try {
    return createFastShapeWindow();
  } catch {
    return createPlainShapeWindow();
  }
}

/** In WebAssembly, where popcount is one instruction. */
export function createFastShapeWindow(): ShapeWindow {
  const { memory, next } = instantiate<ShapeScan>(SHAPE_SCAN_CODE);
  const query = new Uint8Array(memory.buffer, 0, SHAPE_BYTES);
  return {
    bytes: new Uint8Array(memory.buffer, SHAPE_BYTES, WINDOW * SHAPE_BYTES),
    setQuery: (descriptor) => query.set(descriptor),
    next,
  };
}

/** For processes that can't use WebAssembly. */
export function createPlainShapeWindow(): ShapeWindow {
  const bytes = new Uint8Array(WINDOW * SHAPE_BYTES);
  let query = new Uint8Array(SHAPE_BYTES);
  return {
    bytes,
    setQuery(descriptor) {
      query = descriptor.slice();
    },
    next(from, to, bound) {
      for (let at = from; at < to; at++) if (differingBits(bytes, at * SHAPE_BYTES, query) <= bound) return at;
      return to;
    },
  };
}
