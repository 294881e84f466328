import type { HashTable } from "../../format/hash-table.js";
import type { PaletteTable } from "../../format/palette-table.js";
import { type AskedHash, askedDistance, NO_HASH } from "./asked-hash.js";
import { MAX_DISTANCE } from "./hamming.js";
import { COLOR_DISTANCE_UNIT, type PaletteComparison } from "./palette-comparison.js";
import { createRanking } from "./ranking.js";

/** Room for a Hamming distance behind a palette distance. */
const DISTANCES = NO_HASH + 1;

/** What a bit of Hamming distance counts in a blend, in units of palette distance: all 64 bits as much as black beside white. */
const BIT = COLOR_DISTANCE_UNIT / MAX_DISTANCE;

/** Icons whose palettes are compared with an asked one. */
export interface PaletteSearch {
  readonly palettes: PaletteTable;
  readonly hashes: HashTable;
  readonly comparison: PaletteComparison;
  /** The asked hash and its variants; none where the asked icon has no hash. */
  readonly asked: readonly AskedHash[];
  readonly limit: number;
  /** The largest Hamming distance. Below 64, icons without a hash are left out. */
  readonly maxDistance: number;
  /** An ordinal to leave out. */
  readonly except: number;
}

/**
 * The ordinals of the icons whose palettes are nearest; ties by Hamming distance, icons without a hash last, then in display order. Exact.
 *
 * Cost: one pass over 20 bytes per icon, and a palette distance for each whose mean colour is near enough.
 */
export function nearestByColor(search: PaletteSearch): readonly number[] {
  const { palettes, hashes, comparison, asked, limit, maxDistance, except } = search;
  const mostDistance = maxDistance < MAX_DISTANCE ? maxDistance : NO_HASH;
  const ranking = createRanking(limit);
  let bound = ranking.bound();
  let most = bound;
  for (let ordinal = 0; ordinal < palettes.count; ordinal++) {
    const color = comparison.distanceTo(ordinal, most);
    if (color === Number.POSITIVE_INFINITY || ordinal === except) continue;
    const distance = askedDistance(hashes, ordinal, asked);
    if (distance > mostDistance) continue;
    const key = color * DISTANCES + distance;
    if (key > bound) continue;
    ranking.offer(ordinal, key);
    bound = ranking.bound();
    most = Math.floor(bound / DISTANCES);
  }
  return ranking.ordinals();
}

/**
 * The ordinals of the icons that are nearest in shape and colour together: by the sum of Hamming distance / 64 and palette distance, ties in
 * display order. Icons without a hash or a palette are left out. Exact. Cost: as above.
 */
export function nearestByBlend(search: PaletteSearch): readonly number[] {
  const { palettes, hashes, comparison, asked, limit, maxDistance, except } = search;
  const ranking = createRanking(limit);
  let bound = ranking.bound();
  for (let ordinal = 0; ordinal < palettes.count; ordinal++) {
    const distance = askedDistance(hashes, ordinal, asked);
    const most = bound - distance * BIT;
    if (distance > maxDistance || most < 0 || ordinal === except) continue;
    const color = comparison.distanceTo(ordinal, most);
    if (color === Number.POSITIVE_INFINITY) continue;
    ranking.offer(ordinal, distance * BIT + color);
    bound = ranking.bound();
  }
  return ranking.ordinals();
}
