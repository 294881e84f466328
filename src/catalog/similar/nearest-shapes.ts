import type { ShapeTable } from "../../format/shape-table.js";
import { SHAPE_BYTES } from "../../shape/shape-text.js";
import type { CooperativeTask } from "../execution/cooperative-task.js";
import { createNearestList, createRanking } from "./nearest-list.js";
import { COLOR_DISTANCE_UNIT, type PaletteComparison } from "./palette-comparison.js";
import { MAX_SHAPE_DISTANCE, scanShapes, searchChunks, sharedWindow, visitLikely } from "./scan-shapes.js";
import { BITS_OF_COLOR_DISTANCE, differingBits, lookDistance } from "./shape-distance.js";
import type { SumWindow } from "./sum-window.js";

/** Weight of one bit of shape distance in the look, in units of palette distance. */
const BIT = COLOR_DISTANCE_UNIT / BITS_OF_COLOR_DISTANCE;

/** Tables of fewer icons are searched completely by default, which takes a millisecond or two. */
export const LIKELY_FROM = 2 ** 16;

/** More than any ordinal: a key times this plus the ordinal sorts by key, then ordinal, and is exact in a double. */
const ORDINALS = 2 ** 25;

/** Icons compared first, per icon requested: those of the nearest shape usually include some of the nearest look. */
const FIRST_FOR_EACH = 32;

/** A search for the icons whose descriptors are nearest to one. */
export interface ShapeSearch {
  readonly shapes: ShapeTable;
  readonly query: Uint8Array;
  readonly limit: number;
  /** An ordinal to leave out. */
  readonly except: number;
  /** In bits; default: any. */
  readonly maxDistance?: number;
}

/** An icon and its distance in bits, 0 to `MAX_SHAPE_DISTANCE`. */
export interface ShapeMatch {
  readonly ordinal: number;
  readonly shapeDistance: number;
}

/**
 * The icons with the nearest descriptors, ties in display order. Exact. Icons without a descriptor are left out.
 *
 * Cost: microseconds if there are near duplicates; else about a pass over 32 bytes per icon, or 64 without an index.
 */
export function* nearestShapes(
  search: ShapeSearch,
  window: SumWindow | null = sharedWindow,
): CooperativeTask<readonly ShapeMatch[]> {
  const { shapes, query, limit, except, maxDistance = MAX_SHAPE_DISTANCE } = search;
  const list = createNearestList(limit, maxDistance, except);
  const { index } = shapes;
  const isComplete = index !== undefined && (yield* searchChunks(shapes, index.chunks, query, list));
  if (!isComplete) {
    const visit = (ordinal: number, distance: number): number => {
      list.offer(ordinal, distance);
      return list.boundFrom(0);
    };
    if (index !== undefined && window !== null) visitLikely(shapes, index, query, window, visit);
    yield* scanShapes(shapes, query, list.boundFrom(0), visit, window);
  }
  return list.matches().map(({ ordinal, distance }) => ({ ordinal, shapeDistance: distance }));
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
 * The icons nearest in shape and color together: by shape distance / 480 plus palette distance, ties in display order.
 * Exact. Icons without a descriptor or a palette are left out.
 *
 * Cost: a pass over 32 to 64 bytes per icon, before it the one below, and a palette distance for each icon whose shape
 * alone is near enough.
 */
export function* nearestByLook(
  search: LookSearch,
  window: SumWindow | null = sharedWindow,
): CooperativeTask<readonly LookMatch[]> {
  const { shapes, query, except } = search;
  const first = yield* rankLikely(search, window);
  // An icon with the key of the last one may come first in display order.
  const enough = first.lastKey();
  const ranking = createLookRanking(search);
  const visit = (ordinal: number, distance: number): number => {
    if (ordinal !== except) ranking.offer(ordinal, distance, enough);
    return Math.min(enough, ranking.lastKey()) / BIT;
  };
  yield* scanShapes(shapes, query, Math.min(MAX_SHAPE_DISTANCE, enough / BIT), visit, window);
  return ranking.matches();
}

/**
 * The icons nearest in shape and color together; in tables from `LIKELY_FROM` on, of those with likely shapes only, see
 * `visitLikely`.
 *
 * Cost: about a millisecond, whatever their number.
 */
export function* nearestByLikelyLook(
  search: LookSearch,
  window: SumWindow | null = sharedWindow,
): CooperativeTask<readonly LookMatch[]> {
  if (search.shapes.count < LIKELY_FROM || window === null) return yield* nearestByLook(search, window);
  return (yield* rankLikely(search, window)).matches();
}

/** Ranks icons with likely shapes, or without an index those with the nearest. */
function* rankLikely(search: LookSearch, window: SumWindow | null): CooperativeTask<LookRanking> {
  const { shapes, query, limit, except } = search;
  const ranking = createLookRanking(search);
  const visit = (ordinal: number, distance: number): number => {
    if (ordinal !== except) ranking.offer(ordinal, distance);
    return ranking.lastKey() / BIT;
  };
  const { index } = shapes;
  if (index !== undefined && window !== null) {
    visitLikely(shapes, index, query, window, visit);
  } else {
    const nearest = yield* nearestShapes({ ...search, limit: limit * FIRST_FOR_EACH }, window);
    for (const { ordinal, shapeDistance } of nearest) visit(ordinal, shapeDistance);
  }
  return ranking;
}

/** The nearest looks of those offered so far, ties in display order. */
interface LookRanking {
  /** The key of the last one; Infinity until there are enough. */
  lastKey(): number;
  /** @param distance of its shape @param most the largest key that counts */
  offer(ordinal: number, distance: number, most?: number): void;
  matches(): readonly LookMatch[];
}

function createLookRanking(search: LookSearch): LookRanking {
  const { limit, comparison } = search;
  const ranking = createRanking(limit);
  const lastKey = (): number => Math.floor((ranking.bound() + 1) / ORDINALS);
  return {
    lastKey,
    offer(ordinal, distance, most = Number.POSITIVE_INFINITY) {
      const bound = Math.min(most, lastKey());
      const key = distance * BIT + comparison.distanceTo(ordinal, bound - distance * BIT);
      if (key <= bound && key < Number.POSITIVE_INFINITY) ranking.offer(ordinal, key * ORDINALS + ordinal);
    },
    matches: () => ranking.ordinals().map((ordinal) => lookAt(search, ordinal)!),
  };
}

/** The distances of one icon's look; undefined if it has no descriptor or no palette. */
export function lookAt(
  { shapes, query, comparison }: Pick<LookSearch, "shapes" | "query" | "comparison">,
  ordinal: number,
): LookMatch | undefined {
  const color = comparison.distanceTo(ordinal, Number.POSITIVE_INFINITY);
  if (color === Number.POSITIVE_INFINITY || shapes.get(ordinal) === undefined) return undefined;
  const shapeDistance = differingBits(shapes.bytes, ordinal * SHAPE_BYTES, query);
  return { ordinal, shapeDistance, colorDistance: color / COLOR_DISTANCE_UNIT };
}

/**
 * Share of judged pairs of shipped icons that were called similar, by look distance: shape distance / 480 + color
 * distance. `test/judged/README.md` describes how they were judged.
 */
const LOOK_SCORES: readonly (readonly [distance: number, score: number])[] = [
  [0, 1],
  [0.05, 0.99],
  [0.1, 0.98],
  [0.15, 0.95],
  [0.2, 0.88],
  [0.25, 0.76],
  [0.3, 0.58],
  [0.35, 0.38],
  [0.4, 0.21],
  [0.45, 0.1],
  [0.5, 0.05],
  [0.55, 0.02],
  [0.6, 0.01],
  [0.65, 0],
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

/**
 * The expected share of people who call a match similar, 0 to 1, in steps of 0.01.
 *
 * @param isGray whether the query is a single black, gray or white: then its color is no reason to call others similar,
 * as in sets of black icons
 */
export function scoreOf(
  { shapeDistance: bits, colorDistance }: ShapeMatch & Partial<LookMatch>,
  isGray = false,
): number {
  if (colorDistance === undefined) return interpolate(SHAPE_SCORES, bits);
  const distance = lookDistance(bits, colorDistance);
  return isGray ? interpolate(SHAPE_SCORES, distance * BITS_OF_COLOR_DISTANCE) : interpolate(LOOK_SCORES, distance);
}

function interpolate(knots: readonly (readonly [number, number])[], distance: number): number {
  const after = knots.findIndex(([knot]) => knot > distance);
  if (after === -1) return knots.at(-1)![1];
  const [from, high] = knots[after - 1]!;
  const [to, low] = knots[after]!;
  return Math.round(100 * (high + ((low - high) * (distance - from)) / (to - from))) / 100;
}
