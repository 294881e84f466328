import type { HashTable } from "../format/hash-table.js";

/** The largest Hamming distance between two 64-bit hashes. */
export const MAX_DISTANCE = 64;

/** As many look-alikes as one request may ask for. */
export const MAX_NEIGHBOURS = 20;

export interface Neighbour {
  readonly ordinal: number;
  /** Hamming distance, 0 to 64. */
  readonly distance: number;
}

/**
 * The `limit` icons whose hashes are nearest to `hash`, nearest first, ties in display order. Exact.
 *
 * @param except an ordinal to leave out
 * Cost: one pass over 8 bytes per icon.
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
  const { words } = table;
  const found: Neighbour[] = [];
  if (limit < 1) return found;
  let bound = maxDistance;
  for (let ordinal = 0; ordinal < table.count; ordinal++) {
    const distance =
      popcount((words[ordinal * 2] as number) ^ low) + popcount((words[ordinal * 2 + 1] as number) ^ high);
    if (distance > bound || ordinal === except || !table.has(ordinal)) continue;
    insert(found, { ordinal, distance });
    if (found.length > limit) found.pop();
    // Whoever comes later in display order must be strictly nearer to get in.
    if (found.length === limit) bound = (found[limit - 1] as Neighbour).distance - 1;
  }
  return found;
}

/** Keeps the list sorted by distance; the new one goes behind its equals, being later in display order. */
function insert(found: Neighbour[], neighbour: Neighbour): void {
  let at = found.length;
  while (at > 0 && (found[at - 1] as Neighbour).distance > neighbour.distance) at--;
  found.splice(at, 0, neighbour);
}

/** Ones in a 32-bit word. Source: Hacker's Delight, figure 5-2. */
function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
