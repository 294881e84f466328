import type { HashTable } from "../../format/hash-table.js";
import { MAX_DISTANCE } from "./hamming.js";
import { searchIndex } from "./index-search.js";
import { createNearestList, type Neighbour } from "./nearest-list.js";
import { scanHashes } from "./scan.js";

export { MAX_DISTANCE, type Neighbour };

/** As many look-alikes as one request may ask for. */
export const MAX_NEIGHBOURS = 20;

/**
 * The `limit` icons whose hashes are nearest to `hash`, nearest first, ties in display order. Exact.
 *
 * @param except an ordinal to leave out
 * @throws FormatError when the table is damaged
 * Cost: microseconds where they are near duplicates; else about a pass over 8 bytes per icon, at worst the time of five.
 */
export function nearestHashes(
  table: HashTable,
  hash: bigint,
  limit: number,
  maxDistance: number = MAX_DISTANCE,
  except = -1,
): Neighbour[] {
  const low = Number(hash & 0xffffffffn) | 0;
  const high = Number(hash >> 32n) | 0;
  const list = createNearestList(limit, Math.min(maxDistance, MAX_DISTANCE), except);
  if (table.index === undefined || !searchIndex(table, table.index, low, high, list)) {
    scanHashes(table, low, high, list);
  }
  return list.neighbours();
}
