import type { HashTable } from "../../format/hash-table.js";
import type { AskedHash, Variant } from "./asked-hash.js";
import { MAX_DISTANCE } from "./hamming.js";
import { searchIndex } from "./index-search.js";
import { createNearestList, type Neighbour } from "./nearest-list.js";
import { scanHashes } from "./scan.js";

export { MAX_DISTANCE, type Neighbour };

/** As many look-alikes as one request may ask for. */
export const MAX_NEIGHBOURS = 20;

/** As many icons as are compared beyond their distance: all hashes may be equal. */
export const MAX_COMPARED = 4096;

/** A neighbour, and the variant of the asked picture that it is near; absent for the picture as it is. */
export interface VariantNeighbour extends Neighbour {
  readonly variant?: Variant;
}

/**
 * The icons whose hashes are nearest to any of some asked ones: the first `limit`, and behind them those as near as the last of
 * these, up to `MAX_COMPARED` in all. Nearest first, ties in display order; each icon once, with its smallest distance, of
 * equal ones that to the hash asked first. Exact.
 *
 * @param except an ordinal to leave out
 * @throws FormatError when the table is damaged
 * Cost for each asked hash: microseconds where there are near duplicates; else about a pass over 8 bytes per icon, at worst the time of five.
 */
export function nearestHashes(
  table: HashTable,
  asked: readonly AskedHash[],
  limit: number,
  maxDistance: number = MAX_DISTANCE,
  except = -1,
): readonly VariantNeighbour[] {
  let most = Math.min(maxDistance, MAX_DISTANCE);
  let found: readonly VariantNeighbour[] | undefined;
  for (const { low, high, variant } of asked) {
    const list = createNearestList(limit, most, except, Math.max(limit, MAX_COMPARED));
    if (table.index === undefined || !searchIndex(table, table.index, low, high, list)) {
      scanHashes(table, low, high, list);
    }
    found = found === undefined ? list.neighbours() : merge(found, list.neighbours(), variant, limit);
    // Whoever is farther from this hash than `limit` others can only get in by another one, nearer than they are.
    most = list.boundFrom(0);
  }
  return found ?? [];
}

/** What was found before and what another hash adds, as if all had been looked up at once. */
function merge(
  found: readonly VariantNeighbour[],
  more: readonly Neighbour[],
  variant: Variant | undefined,
  limit: number,
): readonly VariantNeighbour[] {
  const nearest = new Map(found.map((neighbour) => [neighbour.ordinal, neighbour]));
  for (const neighbour of more) {
    const known = nearest.get(neighbour.ordinal);
    if (known !== undefined && known.distance <= neighbour.distance) continue;
    nearest.set(neighbour.ordinal, variant === undefined ? neighbour : { ...neighbour, variant });
  }
  const sorted = [...nearest.values()].sort((a, b) => a.distance - b.distance || a.ordinal - b.ordinal);
  const last = sorted[limit - 1]?.distance ?? MAX_DISTANCE;
  return sorted.filter(({ distance }) => distance <= last).slice(0, Math.max(limit, MAX_COMPARED));
}
