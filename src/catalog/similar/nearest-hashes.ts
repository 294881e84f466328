import { FormatError } from "../../format/format-error.js";
import { BUCKETS, CHUNKS, type ChunkIndex, RESTS, restChunk } from "../../format/hash-index.js";
import type { HashTable } from "../../format/hash-table.js";
import { hammingDistance, type QueryHash } from "./hash-distance.js";
import { createNearestList, type Match, type NearestList } from "./nearest-list.js";
import { scanHashes } from "./scan.js";
import { MAX_DISTANCE, type Variant } from "./similar-request.js";

// The cost of a search, in hashes scanned in the same time.
const BUCKET_COST = 100;
const ENTRY_COST = 10;

/** Share of a scan's cost to spend before giving up: the scan that follows then takes at most half as long again. */
const SHARE = 0.5;
/**
 * The same for all rounds after the cheap ones, as expected: what they cost is lost if they don't complete the search.
 */
const LATER_SHARE = 1 / 12;

const CHUNK_BITS = 16;
/** Rounds of few buckets: those of the query's own chunks, and of one flipped bit. */
const CHEAP_ROUNDS = 2;

/** Maximum number of icons to compare beyond their distance, since all hashes may be equal. */
export const MAX_COMPARED = 4096;

/** A match, with the closest variant of the query image. Absent if that is the unchanged image. */
export interface VariantMatch extends Match {
  readonly variant?: Variant;
}

/**
 * The icons whose hashes are nearest to any of the query hashes: the first `limit`, followed by all at the same
 * distance as the last, up to `MAX_COMPARED` in all. Nearest first, ties in display order. Each icon appears once, with
 * its smallest distance; if several query hashes are equally close, the first one counts. Exact.
 *
 * @param except an ordinal to leave out
 * @throws FormatError if the table is damaged
 * Cost for each query hash: microseconds if there are near duplicates; else about a pass over 8 bytes per icon, at
 * worst five times that.
 */
export function nearestHashes(
  table: HashTable,
  query: readonly QueryHash[],
  limit: number,
  maxDistance: number = MAX_DISTANCE,
  except = -1,
): readonly VariantMatch[] {
  let most = Math.min(maxDistance, MAX_DISTANCE);
  let found: readonly VariantMatch[] | undefined;
  for (const { low, high, variant } of query) {
    const list = createNearestList(limit, most, except, Math.max(limit, MAX_COMPARED));
    if (table.index === undefined || !searchIndex(table, table.index, low, high, list)) {
      scanHashes(table, low, high, list);
    }
    found = found === undefined ? list.matches() : merge(found, list.matches(), variant, limit);
    // An icon farther from this hash than `limit` others can only enter through another query hash that is closer.
    most = list.boundFrom(0);
  }
  return found ?? [];
}

/** Merges previous matches with those of another hash, as if all had been searched at once. */
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

/**
 * Progressive multi-index search: step r searches chunk r mod 4 for all values at distance ⌊r / 4⌋ from the query
 * hash's chunk. After step r, every hash within distance r has been found: any other hash differs by more than ⌊r / 4⌋
 * in each of the chunks 0 to r mod 4 and by at least that in the rest, so by r + 1 or more in total.
 * Source: Norouzi, Punjani, Fleet, "Fast exact search in Hamming space with multi-index hashing", 2014.
 *
 * @returns whether the list is complete; if not, a scan is cheaper than continuing
 * @throws FormatError if a bucket or an ordinal lies outside the table
 * Cost: at most `SHARE` of a pass over the table.
 */
export function searchIndex(
  table: HashTable,
  index: readonly ChunkIndex[],
  low: number,
  high: number,
  list: NearestList,
): boolean {
  const query = [low & 0xffff, low >>> 16, high & 0xffff, high >>> 16];
  let allowance = table.count * SHARE;
  let bound = list.boundFrom(0);
  for (let step = 0; step <= bound; step++) {
    const chunk = step % CHUNKS;
    const weight = Math.floor(step / CHUNKS);
    if (chunk === 0) {
      // The first rounds are cheap and bring the bound close to its end.
      const isCheap = weight < CHEAP_ROUNDS;
      const buckets = bucketsBetween(weight, isCheap ? Math.min(bound, step + CHUNKS - 1) : bound);
      const cost = buckets * (BUCKET_COST + (ENTRY_COST * table.count) / BUCKETS);
      if (cost > (isCheap ? allowance : table.count * LATER_SHARE)) return false;
    }
    const { starts, rests, ordinals } = index[chunk] as ChunkIndex;
    const pair = query[restChunk(chunk, 0)]! | (query[restChunk(chunk, 1)]! << 16);
    const last = query[restChunk(chunk, 2)] as number;
    for (let flips = (1 << weight) - 1; flips < BUCKETS; flips = nextOfWeight(flips)) {
      const value = (query[chunk] as number) ^ flips;
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

/** The number of buckets to search from chunk 0 at a weight on, up to a distance. */
function bucketsBetween(from: number, distance: number): number {
  let buckets = 0;
  let values = 1;
  for (let weight = 0; CHUNKS * weight <= distance && buckets <= BUCKETS; weight++) {
    if (weight > 0) values = (values * (CHUNK_BITS - weight + 1)) / weight;
    if (weight >= from) buckets += values * Math.min(CHUNKS, distance - CHUNKS * weight + 1);
  }
  return buckets;
}

/**
 * The next larger number with the same number of ones. Exceeds every bucket after the last. Source: HAKMEM, item 175
 * (Gosper).
 */
function nextOfWeight(number: number): number {
  if (number === 0) return BUCKETS;
  const lowest = number & -number;
  const ripple = number + lowest;
  return ripple | (((number ^ ripple) >>> 2) >>> (31 - Math.clz32(lowest)));
}
