import type { HashTable } from "../../format/hash-table.js";
import type { PaletteTable } from "../../format/palette-table.js";
import type { ShapeTable } from "../../format/shape-table.js";
import { runToEnd } from "../execution/cooperative-task.js";
import { distanceTo, hasLowDetail, queryHashes, wordsOf } from "./hash-distance.js";
import { MAX_COMPARED, nearestHashes } from "./nearest-hashes.js";
import { nearestShapes } from "./nearest-shapes.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "./palette-comparison.js";
import { MAX_SHAPE_DISTANCE } from "./scan-shapes.js";
import { differingBits, lookDistance } from "./shape-distance.js";
import { MAX_DISTANCE } from "./similar-request.js";

/** `near`: about the same image. `redrawn`: the same shape in other colors. */
export const DUPLICATE_KINDS = ["near", "redrawn"] as const;

export type DuplicateKind = (typeof DUPLICATE_KINDS)[number];

/**
 * Limits, derived from the judged pairs in `test/judged`, which show different icons: `look` is below the distance of
 * all of them. Both pairs with shapes up to `shape` apart were called similar, but only half of those up to 40. Many
 * monochrome symbols whose hashes are 6 bits apart show different things.
 */
export const DUPLICATE_LIMITS = {
  /** Shape distance / 480 plus color distance. */
  look: 0.15,
  /** Bits. */
  shape: 30,
  /** Bits of hashes that are not of low detail. */
  hash: 4,
  /** Color distance at that distance of the hashes. */
  color: 0.08,
} as const;

/** What is compared; each table by ordinal. */
export interface DuplicateTables {
  readonly hashes: HashTable;
  readonly shapes: ShapeTable;
  readonly palettes: PaletteTable;
}

/** How far two icons are apart. A distance is absent if one of them has nothing to compare. */
export interface DuplicateDistances {
  /** Bits of the shape descriptors. */
  readonly shapeDistance?: number;
  /** Hamming distance of the hashes. */
  readonly distance?: number;
  /** Palette distance in OKLab. */
  readonly colorDistance?: number;
}

/** Two icons that are probably the same. */
export interface DuplicatePair extends DuplicateDistances {
  readonly ordinal: number;
  /** The earlier one. */
  readonly other: number;
  readonly kind: DuplicateKind;
}

/**
 * Yields each pair of duplicates once, by its later icon, the nearest earlier one first. Exact, except for icons with
 * more than 4,096 similar ones.
 *
 * Cost: up to a millisecond per icon, most of it for icons whose shapes have many near ones.
 *
 * @param from the first later icon @param until the end of the later icons; each is compared with all earlier ones
 */
export function* duplicatePairs(
  tables: DuplicateTables,
  from = 0,
  until = Number.POSITIVE_INFINITY,
): Generator<DuplicatePair> {
  const { hashes, shapes } = tables;
  const measure = createMeasure(tables);
  const end = Math.min(until, Math.max(hashes.count, shapes.count));
  for (let ordinal = from; ordinal < end; ordinal++) {
    const others = new Set<number>();
    const hash = hasLowDetail(hashes, ordinal) ? undefined : hashes.get(ordinal);
    if (hash !== undefined)
      for (const { ordinal: other } of nearestHashes(
        hashes,
        queryHashes(hash, []),
        MAX_COMPARED,
        DUPLICATE_LIMITS.hash,
        ordinal,
      ))
        others.add(other);
    const query = shapes.get(ordinal);
    if (query !== undefined) {
      const search = { shapes, query, limit: MAX_COMPARED, except: ordinal, maxDistance: DUPLICATE_LIMITS.shape };
      for (const { ordinal: other } of runToEnd(nearestShapes(search))) others.add(other);
    }
    const pairs: DuplicatePair[] = [];
    for (const other of others) {
      if (other > ordinal) continue;
      const distances = measure(ordinal, other);
      const kind = kindOf(distances, hash !== undefined && !hasLowDetail(hashes, other));
      if (kind !== undefined) pairs.push({ ordinal, other, kind, ...distances });
    }
    yield* pairs.sort(byDistance);
  }
}

function byDistance(one: DuplicatePair, two: DuplicatePair): number {
  const shapes = (one.shapeDistance ?? MAX_SHAPE_DISTANCE) - (two.shapeDistance ?? MAX_SHAPE_DISTANCE);
  return shapes || (one.distance ?? MAX_DISTANCE) - (two.distance ?? MAX_DISTANCE) || one.other - two.other;
}

/** Returns a function that measures how far two icons are apart. */
export function createMeasure({
  hashes,
  shapes,
  palettes,
}: DuplicateTables): (ordinal: number, other: number) => DuplicateDistances {
  const compareWith = createPaletteComparer(palettes);
  return (ordinal, other) => {
    const [shape, otherShape] = [shapes.get(ordinal), shapes.get(other)];
    const hash = hashes.get(ordinal);
    const color = compareWith(ordinal)?.distanceTo(other, Number.POSITIVE_INFINITY) ?? Number.POSITIVE_INFINITY;
    return {
      ...(shape && otherShape && { shapeDistance: differingBits(shape, 0, otherShape) }),
      ...(hash !== undefined && hashes.has(other) && { distance: distanceTo(hashes, other, wordsOf(hash)) }),
      ...(Number.isFinite(color) && { colorDistance: color / COLOR_DISTANCE_UNIT }),
    };
  };
}

/** @param comparable whether the hashes can be relied on */
function kindOf(
  { shapeDistance = MAX_SHAPE_DISTANCE, distance, colorDistance }: DuplicateDistances,
  comparable: boolean,
): DuplicateKind | undefined {
  const { look, shape, hash, color } = DUPLICATE_LIMITS;
  const isShape = shapeDistance <= shape;
  if (isShape && colorDistance !== undefined && lookDistance(shapeDistance, colorDistance) <= look) return "near";
  // Without palettes, colors can't distinguish them.
  if (comparable && distance !== undefined && distance <= hash && (colorDistance ?? 0) <= color) return "near";
  return isShape ? "redrawn" : undefined;
}
