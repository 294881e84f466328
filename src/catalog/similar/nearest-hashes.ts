import type { HashTable } from "../../format/hash-table.js";
import { MAX_DISTANCE } from "./hamming.js";
import { searchIndex } from "./index-search.js";
import { createNearestList, type Match } from "./nearest-list.js";
import type { QueryHash, Variant } from "./query-hash.js";
import { scanHashes } from "./scan.js";

export { MAX_DISTANCE, type Match };

/** The maximum `limit` of a request. */
export const MAX_MATCHES = 20;

/** As many icons as are compared beyond their distance: all hashes may be equal. */
export const MAX_COMPARED = 4096;

/** A match, and the variant of the asked picture that it is near; absent for the picture as it is. */
export interface VariantMatch extends Match {
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
  asked: readonly QueryHash[],
  limit: number,
  maxDistance: number = MAX_DISTANCE,
  except = -1,
): readonly VariantMatch[] {
  let most = Math.min(maxDistance, MAX_DISTANCE);
  let found: readonly VariantMatch[] | undefined;
  for (const { low, high, variant } of asked) {
    const list = createNearestList(limit, most, except, Math.max(limit, MAX_COMPARED));
    if (table.index === undefined || !searchIndex(table, table.index, low, high, list)) {
      scanHashes(table, low, high, list);
    }
    found = found === undefined ? list.matches() : merge(found, list.matches(), variant, limit);
    // Whoever is farther from this hash than `limit` others can only get in by another one, nearer than they are.
    most = list.boundFrom(0);
  }
  return found ?? [];
}

/** What was found before and what another hash adds, as if all had been looked up at once. */
function merge(
  found: readonly VariantMatch[],
  more: readonly Match[],
  variant: Variant | undefined,
  limit: number,
): readonly VariantMatch[] {
  const nearest = new Map(found.map((match) => [match.ordinal, match]));
  for (const match of more) {
    const known = nearest.get(match.ordinal);
    if (known !== undefined && known.distance <= match.distance) continue;
    nearest.set(match.ordinal, variant === undefined ? match : { ...match, variant });
  }
  const sorted = [...nearest.values()].sort((a, b) => a.distance - b.distance || a.ordinal - b.ordinal);
  const last = sorted[limit - 1]?.distance ?? MAX_DISTANCE;
  return sorted.filter(({ distance }) => distance <= last).slice(0, Math.max(limit, MAX_COMPARED));
}
