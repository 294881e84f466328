import { FormatError } from "../../format/errors.js";
import { BUCKETS, CHUNKS, type ChunkIndex, RESTS, restChunk } from "../../format/hash-index.js";
import type { HashTable } from "../../format/hash-table.js";
import { hammingDistance } from "./hamming.js";
import type { NearestList } from "./nearest-list.js";

// What a search costs, in hashes that a scan passes in the same time.
const BUCKET_COST = 100;
const ENTRY_COST = 10;

/** How much of a scan's cost may be spent before giving up: a scan after it is half as slow again at worst. */
const SHARE = 0.5;

const CHUNK_BITS = 16;

/**
 * Progressive multi-index search: step r looks into chunk r mod 4 for all values at distance ⌊r / 4⌋ from the asked
 * hash's chunk. After it every hash within distance r has been met: one that was not differs by more than ⌊r / 4⌋ in
 * each of the chunks 0 to r mod 4 and by at least that in the others, in sum by r + 1 or more.
 * Source: Norouzi, Punjani, Fleet, "Fast exact search in Hamming space with multi-index hashing", 2014.
 *
 * @returns whether the list is complete; if not, a scan is cheaper than going on
 * @throws FormatError when a bucket or an ordinal lies outside the table
 * Cost: at most `SHARE` of a pass over the table.
 */
export function searchIndex(
  table: HashTable,
  index: readonly ChunkIndex[],
  low: number,
  high: number,
  list: NearestList,
): boolean {
  const asked = [low & 0xffff, low >>> 16, high & 0xffff, high >>> 16];
  let allowance = table.count * SHARE;
  let bound = list.boundFrom(0);
  let values = 1;
  for (let step = 0; step <= bound; step++) {
    const chunk = step % CHUNKS;
    const weight = Math.floor(step / CHUNKS);
    if (chunk === 0) {
      if (weight > 0) values = (values * (CHUNK_BITS - weight + 1)) / weight;
      const steps = Math.min(CHUNKS, bound - step + 1);
      if (steps * values * (BUCKET_COST + (ENTRY_COST * table.count) / BUCKETS) > allowance) return false;
    }
    const { starts, rests, ordinals } = index[chunk] as ChunkIndex;
    const pair = asked[restChunk(chunk, 0)]! | (asked[restChunk(chunk, 1)]! << 16);
    const last = asked[restChunk(chunk, 2)] as number;
    for (let flips = (1 << weight) - 1; flips < BUCKETS; flips = nextOfWeight(flips)) {
      const value = (asked[chunk] as number) ^ flips;
      const start = starts[value] as number;
      const end = starts[value + 1] as number;
      if (start > end || end > ordinals.length) {
        throw new FormatError(table.file, `bucket ${value} of chunk ${chunk} lies outside the index`);
      }
      allowance -= BUCKET_COST + (end - start) * ENTRY_COST;
      if (allowance < 0) return false;
      for (let entry = start; entry < end; entry++) {
        const at = entry * RESTS;
        const found = (rests[at] as number) | ((rests[at + 1] as number) << 16);
        const distance = weight + hammingDistance(found, rests[at + 2] as number, pair, last);
        if (distance > bound) continue;
        const ordinal = ordinals[entry] as number;
        if (!table.has(ordinal)) throw new FormatError(table.file, `ordinal ${ordinal} of the index has no hash`);
        list.offer(ordinal, distance);
        bound = list.boundFrom(0);
      }
    }
  }
  return true;
}

/** The next larger number with as many ones; beyond every bucket after the last. Source: HAKMEM, item 175 (Gosper). */
function nextOfWeight(number: number): number {
  if (number === 0) return BUCKETS;
  const lowest = number & -number;
  const ripple = number + lowest;
  return ripple | (((number ^ ripple) >>> 2) >>> (31 - Math.clz32(lowest)));
}
