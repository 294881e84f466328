import type { HashTable } from "../../format/hash-table.js";
import { LAB_STEPS, MEAN_BITS, MEAN_PARTS, NO_MEAN } from "../../format/palette-table.js";
import { type CooperativeTask, inSteps } from "../execution/cooperative-task.js";
import { distanceToQuery, NO_HASH, type QueryHash } from "./hash-distance.js";
import { createRanking } from "./nearest-list.js";
import { COLOR_DISTANCE_UNIT, type PaletteComparison } from "./palette-comparison.js";
import { MAX_DISTANCE } from "./similar-request.js";

/** Multiplier of a palette distance, which leaves room for a Hamming distance below it. */
const DISTANCES = NO_HASH + 1;

/**
 * Weight of one bit of Hamming distance in a blend, in units of palette distance: all 64 bits equal the distance of
 * black and white.
 */
const BIT = COLOR_DISTANCE_UNIT / MAX_DISTANCE;

/** A step of OKLab, in units of palette distance. */
const STEP = COLOR_DISTANCE_UNIT / LAB_STEPS;

/**
 * Icons compared first, per icon requested: the ones with the nearest mean colors usually include some of the nearest.
 */
const FIRST_FOR_EACH = 32;

/** The distance stored for an icon without a palette. */
const NO_PALETTE_STEPS = 255;
/** Palettes farther apart than this are stored with this distance. */
const MOST_STEPS = NO_PALETTE_STEPS - 1;

// The compiler knows constants of this module; imported ones are looked up at each step of the loop.
const A_SHIFT = MEAN_BITS;
const B_SHIFT = 2 * MEAN_BITS;
const MASK = 2 ** MEAN_BITS - 1;
const PARTS = MEAN_PARTS;
const NONE = NO_MEAN;

/** Each of the two means is rounded by half a part along each axis. */
const ROUNDED = Math.sqrt(3);

/** A search for the icons nearest to a query palette. */
export interface PaletteSearch {
  readonly hashes: HashTable;
  readonly comparison: PaletteComparison;
  /** Distances of the mean colors to that of the query palette. */
  readonly means: MeanDistances;
  /** The query hash and its variants. Empty if the query icon has no hash. */
  readonly query: readonly QueryHash[];
  readonly limit: number;
  /** Maximum Hamming distance. Below 64, icons without a hash are left out. */
  readonly maxDistance: number;
  /** An ordinal to leave out. */
  readonly except: number;
}

/** Distances of the mean colors of all icons to one of them. */
interface MeanDistances {
  /**
   * Whole steps of OKLab per ordinal, rounded down: a lower bound of the palette distance. `NO_PALETTE_STEPS` if there
   * is no palette.
   */
  readonly steps: Uint8Array;
  /** Number of icons at each distance. */
  readonly counts: Int32Array;
}

/**
 * The ordinals of the icons with the nearest palettes. Ties by Hamming distance, icons without a hash last, then in
 * display order. Exact.
 *
 * Cost: two passes over a byte per icon, and a palette distance for each icon whose mean color is near enough.
 */
export function nearestByColor(search: PaletteSearch): CooperativeTask<readonly number[]> {
  const { hashes, comparison, means, query, limit, maxDistance, except } = search;
  const mostDistance = maxDistance < MAX_DISTANCE ? maxDistance : NO_HASH;
  const keyOf = (ordinal: number, bound: number): number => {
    const color =
      ordinal === except ? Number.POSITIVE_INFINITY : comparison.distanceTo(ordinal, Math.floor(bound / DISTANCES));
    if (color === Number.POSITIVE_INFINITY) return color;
    const distance = distanceToQuery(hashes, ordinal, query);
    return distance > mostDistance ? Number.POSITIVE_INFINITY : color * DISTANCES + distance;
  };
  return nearestByKey(means, limit, keyOf, STEP * DISTANCES);
}

/**
 * The ordinals of the icons nearest in shape and color together: by the sum of Hamming distance / 64 and palette
 * distance, ties in display order. Icons without a hash or a palette are left out. Exact. Cost: as above.
 */
export function nearestByBlend(search: PaletteSearch): CooperativeTask<readonly number[]> {
  const { hashes, comparison, means, query, limit, maxDistance, except } = search;
  const keyOf = (ordinal: number, bound: number): number => {
    const distance = distanceToQuery(hashes, ordinal, query);
    const most = bound - distance * BIT;
    if (distance > maxDistance || most < 0 || ordinal === except) return Number.POSITIVE_INFINITY;
    return distance * BIT + comparison.distanceTo(ordinal, most);
  };
  return nearestByKey(means, limit, keyOf, STEP);
}

/**
 * The ordinals with the smallest keys, ties in display order.
 *
 * @param keyOf the key of an ordinal; Infinity if it is left out or its key would exceed the bound
 * @param step minimum increase of the key per step between mean colors
 */
function* nearestByKey(
  { steps, counts }: MeanDistances,
  limit: number,
  keyOf: (ordinal: number, bound: number) => number,
  step: number,
): CooperativeTask<readonly number[]> {
  let bound = yield* firstBound(steps, counts, limit, keyOf);
  const ranking = createRanking(limit);
  yield* inSteps(steps.length, (from, until) => {
    let mostSteps = Math.floor(bound / step);
    for (let ordinal = from; ordinal < until; ordinal++) {
      const apart = steps[ordinal]!;
      if (apart > mostSteps || apart === NO_PALETTE_STEPS) continue;
      const key = keyOf(ordinal, bound);
      if (key > bound || key === Number.POSITIVE_INFINITY) continue;
      ranking.offer(ordinal, key);
      bound = Math.min(bound, ranking.bound());
      mostSteps = Math.floor(bound / step);
    }
  });
  return ranking.ordinals();
}

/** An upper bound for the key of the last result: the largest among the nearest icons with similar mean colors. */
function* firstBound(
  steps: Uint8Array,
  counts: Int32Array,
  limit: number,
  keyOf: (ordinal: number, bound: number) => number,
): CooperativeTask<number> {
  const wanted = limit * FIRST_FOR_EACH;
  let near = 0;
  for (let found = counts[0]!; found < wanted && near < NO_PALETTE_STEPS - 1; found += counts[near]!) near++;
  const ranking = createRanking(limit);
  let left = wanted;
  yield* inSteps(steps.length, (from, until) => {
    for (let ordinal = from; ordinal < until && left > 0; ordinal++) {
      if (steps[ordinal]! > near) continue;
      left--;
      const key = keyOf(ordinal, ranking.bound());
      if (key < Number.POSITIVE_INFINITY) ranking.offer(ordinal, key);
    }
  });
  // The ranking only accepts keys below its last; an equal key may come first in display order.
  return ranking.bound() + 1;
}

/**
 * Computes the distances of mean colors in reused memory: the result is valid until the next call. The earth mover's
 * distance is at least the distance of the means. Source: Rubner, Tomasi, Guibas, 2000, theorem 1.
 *
 * Cost: one pass over 4 bytes per icon, a few nanoseconds each. Memory: a byte per icon, allocated on first use.
 */
export function createMeanDistances(means: Int32Array): (query: number) => CooperativeTask<MeanDistances> {
  const counts = new Int32Array(NO_PALETTE_STEPS + 1);
  let memory: Uint8Array | undefined;
  return function* (query) {
    memory ??= new Uint8Array(means.length);
    const steps = memory;
    counts.fill(0);
    yield* inSteps(means.length, (from, until) => {
      fillSteps(means, query, steps, from, until);
      countSteps(steps, counts, from, until);
    });
    return { steps, counts };
  };
}

/** Keeps products and differences in 32 bits: floating point would take five times as long. */
function fillSteps(means: Int32Array, query: number, steps: Uint8Array, from: number, until: number): void {
  const mean = means[query]!;
  const lightness = mean & MASK;
  const a = (mean >>> A_SHIFT) & MASK;
  const b = mean >>> B_SHIFT;
  for (let ordinal = from; ordinal < until; ordinal++) {
    const other = means[ordinal]!;
    const differenceL = (lightness - (other & MASK)) | 0;
    const differenceA = (a - ((other >>> A_SHIFT) & MASK)) | 0;
    const differenceB = (b - (other >>> B_SHIFT)) | 0;
    const square =
      (Math.imul(differenceL, differenceL) +
        Math.imul(differenceA, differenceA) +
        Math.imul(differenceB, differenceB)) |
      0;
    const least = ((Math.sqrt(square) - ROUNDED) / PARTS) | 0;
    steps[ordinal] = other === NONE ? NO_PALETTE_STEPS : Math.min(MOST_STEPS, Math.max(0, least));
  }
}

/**
 * A separate pass: in large sets most icons are at the same distance, so counting in the same loop would make each step
 * wait for the previous one.
 */
function countSteps(steps: Uint8Array, counts: Int32Array, from: number, until: number): void {
  for (let ordinal = from; ordinal < until; ordinal++) counts[steps[ordinal]!]!++;
}
