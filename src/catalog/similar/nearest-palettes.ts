import type { HashTable } from "../../format/hash-table.js";
import { LAB_STEPS } from "../../format/palette-table.js";
import { type CooperativeTask, inSteps } from "../cooperative-task.js";
import { MAX_DISTANCE } from "./hamming.js";
import { type MeanDistances, NO_PALETTE_STEPS } from "./mean-distances.js";
import { COLOR_DISTANCE_UNIT, type PaletteComparison } from "./palette-comparison.js";
import { distanceToQuery, NO_HASH, type QueryHash } from "./query-hash.js";
import { createRanking } from "./ranking.js";

/** Room for a Hamming distance behind a palette distance. */
const DISTANCES = NO_HASH + 1;

/** What a bit of Hamming distance counts in a blend, in units of palette distance: all 64 bits as much as black beside white. */
const BIT = COLOR_DISTANCE_UNIT / MAX_DISTANCE;

/** A step of OKLab, in units of palette distance. */
const STEP = COLOR_DISTANCE_UNIT / LAB_STEPS;

/** Icons that are compared first, for each that is wanted: some of the nearest are among those whose mean colours are. */
const FIRST_FOR_EACH = 32;

/** Icons whose palettes are compared with an asked one. */
export interface PaletteSearch {
  readonly hashes: HashTable;
  readonly comparison: PaletteComparison;
  /** How far the mean colours are from that of the asked palette. */
  readonly means: MeanDistances;
  /** The asked hash and its variants; none where the asked icon has no hash. */
  readonly asked: readonly QueryHash[];
  readonly limit: number;
  /** The largest Hamming distance. Below 64, icons without a hash are left out. */
  readonly maxDistance: number;
  /** An ordinal to leave out. */
  readonly except: number;
}

/**
 * The ordinals of the icons whose palettes are nearest; ties by Hamming distance, icons without a hash last, then in display order. Exact.
 *
 * Cost: two passes over a byte per icon, and a palette distance for each whose mean colour is near enough.
 */
export function nearestByColor(search: PaletteSearch): CooperativeTask<readonly number[]> {
  const { hashes, comparison, means, asked, limit, maxDistance, except } = search;
  const mostDistance = maxDistance < MAX_DISTANCE ? maxDistance : NO_HASH;
  const keyOf = (ordinal: number, bound: number): number => {
    const color =
      ordinal === except ? Number.POSITIVE_INFINITY : comparison.distanceTo(ordinal, Math.floor(bound / DISTANCES));
    if (color === Number.POSITIVE_INFINITY) return color;
    const distance = distanceToQuery(hashes, ordinal, asked);
    return distance > mostDistance ? Number.POSITIVE_INFINITY : color * DISTANCES + distance;
  };
  return nearestByKey(means, limit, keyOf, STEP * DISTANCES);
}

/**
 * The ordinals of the icons that are nearest in shape and colour together: by the sum of Hamming distance / 64 and palette distance, ties in
 * display order. Icons without a hash or a palette are left out. Exact. Cost: as above.
 */
export function nearestByBlend(search: PaletteSearch): CooperativeTask<readonly number[]> {
  const { hashes, comparison, means, asked, limit, maxDistance, except } = search;
  const keyOf = (ordinal: number, bound: number): number => {
    const distance = distanceToQuery(hashes, ordinal, asked);
    const most = bound - distance * BIT;
    if (distance > maxDistance || most < 0 || ordinal === except) return Number.POSITIVE_INFINITY;
    return distance * BIT + comparison.distanceTo(ordinal, most);
  };
  return nearestByKey(means, limit, keyOf, STEP);
}

/**
 * The ordinals with the smallest keys, ties in display order.
 *
 * @param keyOf the key of an ordinal, Infinity where it is left out or the key would be above the bound
 * @param step what a step between mean colours adds to a key at least
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

/** A bound that the last of the nearest does not pass: that of the nearest among icons of near mean colours. */
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
  // The ranking wants better ones than its last; as good ones may come before it.
  return ranking.bound() + 1;
}
