import type { HashTable } from "../../format/hash-table.js";
import { type CooperativeTask, inSteps } from "../execution/cooperative-task.js";
import { distanceTo, hammingDistance, type QueryHash } from "./hash-distance.js";
import { createRanking } from "./nearest-list.js";
import { MAX_DISTANCE, type Variant } from "./similar-request.js";

/** Weighted distances are stored as multiples of 1/16 of a bit. */
const PARTS = 16;
/**
 * Weights of a bit that differs and is certain in both hashes, that is uncertain in one of them, and that differs and
 * is uncertain in both.
 */
const OPPOSITE = PARTS;
const ONE_UNCERTAIN = PARTS / 2;
const BOTH_UNCERTAIN = 1;
/** Greater than any weighted distance. */
const TOO_FAR = (MAX_DISTANCE + 1) * PARTS;

/** An icon and its weighted distance, 0 to 64. */
export interface WeightedMatch {
  readonly ordinal: number;
  readonly weightedDistance: number;
  /** The Hamming distance of the same query hash. */
  readonly distance: number;
  readonly variant?: Variant;
}

/** The hashes to compare with: those of an image and its variants, which share the same uncertain bits. */
export interface WeightedSearch {
  readonly hashes: HashTable;
  readonly query: readonly QueryHash[];
  readonly uncertain: QueryHash;
  readonly limit: number;
  /** The largest Hamming distance. */
  readonly maxDistance: number;
}

/**
 * Finds the icons at the smallest weighted distances, ties in display order. Each bit is treated as a coefficient above
 * the median, below it, or (if uncertain) near it; the distance measures how far these three values are apart. Icons
 * that are symmetric like the query image are therefore nearer.
 *
 * Cost: one pass over 16 bytes per icon, about 20 nanoseconds each. Memory: none.
 */
export function* nearestByWeight(search: WeightedSearch): CooperativeTask<readonly WeightedMatch[]> {
  const { hashes, limit } = search;
  const ranking = createRanking(limit);
  let bound = Math.min(ranking.bound(), TOO_FAR - 1);
  yield* inSteps(hashes.count, (from, until) => {
    for (let ordinal = from; ordinal < until; ordinal++) {
      const weight = leastWeight(search, ordinal);
      if (weight > bound) continue;
      ranking.offer(ordinal, weight);
      bound = Math.min(ranking.bound(), TOO_FAR - 1);
    }
  });
  return ranking.ordinals().map((ordinal) => matchOf(search, ordinal));
}

/** The smallest weighted distance to any query hash. `TOO_FAR` if all are too far or the icon has no hash. */
function leastWeight(search: WeightedSearch, ordinal: number): number {
  let least = TOO_FAR;
  if (!search.hashes.has(ordinal)) return least;
  for (const hash of search.query) least = Math.min(least, weightOf(search, ordinal, hash));
  return least;
}

/** The match of an icon. If query hashes are equally near, the first one counts. */
function matchOf(search: WeightedSearch, ordinal: number): WeightedMatch {
  const { hashes, query } = search;
  const weight = leastWeight(search, ordinal);
  const nearest = query.find((hash) => weightOf(search, ordinal, hash) === weight)!;
  const { variant } = nearest;
  const distance = distanceTo(hashes, ordinal, nearest);
  return { ordinal, distance, weightedDistance: weight / PARTS, ...(variant === undefined ? {} : { variant }) };
}

/** The weighted distance in `PARTS`. `TOO_FAR` if the Hamming distance exceeds the maximum. */
function weightOf({ hashes, uncertain: marks, maxDistance }: WeightedSearch, ordinal: number, hash: QueryHash): number {
  if (maxDistance < MAX_DISTANCE && distanceTo(hashes, ordinal, hash) > maxDistance) return TOO_FAR;
  const { words, uncertain } = hashes;
  const at = 2 * ordinal;
  return (
    weightOfWord(words[at]! ^ hash.low, uncertain[at]!, marks.low) +
    weightOfWord(words[at + 1]! ^ hash.high, uncertain[at + 1]!, marks.high)
  );
}

/**
 * The weighted distance of 32 bits. @param one uncertain bits of the first hash @param other uncertain bits of the
 * second
 */
function weightOfWord(differing: number, one: number, other: number): number {
  const opposite = ones(differing & ~(one | other));
  return OPPOSITE * opposite + ONE_UNCERTAIN * ones(one ^ other) + BOTH_UNCERTAIN * ones(differing & one & other);
}

function ones(word: number): number {
  return hammingDistance(word, 0, 0, 0);
}
