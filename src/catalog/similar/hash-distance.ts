import type { HashTable } from "../../format/hash-table.js";
import { MAX_DISTANCE, VARIANTS, type Variant } from "./similar-request.js";

/**
 * Hashes with at most this many ones have low detail. Of 379,000 hashes of Iconify icons, 3 % have fewer than 22 ones,
 * hardly any has exactly 22, and nearly all others have 32.
 */
const MOST_ONES = 22;
/** Hashes with at least this many uncertain bits have low detail. Images that are symmetric along both axes have 48. */
const FEWEST_UNCERTAIN = 48;

/**
 * Number of bits in which two 64-bit hashes differ. Each hash is given as its low and high word, signed or unsigned.
 */
export function hammingDistance(lowA: number, highA: number, lowB: number, highB: number): number {
  // Each group of four bits counts up to 4 ones, and up to 8 for both words. A group can hold that, so the remaining
  // steps handle both words at once.
  const groups = onesByFour(lowA ^ lowB) + onesByFour(highA ^ highB);
  return Math.imul((groups & 0x0f0f0f0f) + ((groups >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** The number of ones in each group of four bits. Source: Hacker's Delight, figure 5-2. */
function onesByFour(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}

/**
 * The bits that a variant inverts. Mirroring an image left to right negates the odd coefficients of each row; inverting
 * its lightness negates all coefficients but the first. Actual hashes of variants are close to these but not always
 * identical.
 */
const TURNED: Readonly<Record<Variant, bigint>> = {
  mirrored: 0x5555555555555555n,
  inverted: 0xffffffffffffffffn,
};

/** The distance used if there is no hash to compare: greater than any distance. */
export const NO_HASH = MAX_DISTANCE + 1;

/** A hash to compare with: that of an image or of one of its variants. */
export interface QueryHash {
  /** The hash as two 32-bit integers. */
  readonly low: number;
  readonly high: number;
  /** Absent for the unchanged image. */
  readonly variant?: Variant;
}

/**
 * A hash and its variants, the hash itself first. Variants are not combined: each is the query image with one change.
 */
export function queryHashes(hash: bigint, include: readonly Variant[]): QueryHash[] {
  const query: QueryHash[] = [wordsOf(hash)];
  for (const variant of VARIANTS) {
    if (include.includes(variant)) query.push({ ...wordsOf(hash ^ TURNED[variant]), variant });
  }
  return query;
}

/** The Hamming distance between an icon's hash and the nearest query hash. `NO_HASH` if either is missing. */
export function distanceToQuery(table: HashTable, ordinal: number, query: readonly QueryHash[]): number {
  if (!table.has(ordinal)) return NO_HASH;
  let nearest = NO_HASH;
  for (const hash of query) nearest = Math.min(nearest, distanceTo(table, ordinal, hash));
  return nearest;
}

/** The variant that has this distance; the first one if there are several. */
export function nearestVariant(table: HashTable, ordinal: number, query: readonly QueryHash[]): Variant | undefined {
  const nearest = distanceToQuery(table, ordinal, query);
  return query.find((hash) => distanceTo(table, ordinal, hash) === nearest)?.variant;
}

/** The Hamming distance between an icon's hash and one query hash. */
export function distanceTo({ words }: HashTable, ordinal: number, { low, high }: QueryHash): number {
  return hammingDistance(words[2 * ordinal]!, words[2 * ordinal + 1]!, low, high);
}

/** Splits a hash, or its uncertain bits, into words. */
export function wordsOf(hash: bigint): QueryHash {
  return { low: Number(hash & 0xffffffffn) | 0, high: Number(hash >> 32n) | 0 };
}

/**
 * Whether a hash has too little detail to be reliable. In a very symmetric or flat image, most coefficients are about
 * zero, and so is their median, so at most 16 bits distinguish it from others. Coefficients that are exactly zero set
 * no bit, whereas normally half of the bits are set. Therefore such a hash can be detected even without its uncertain
 * bits.
 */
export function isLowDetail(low: number, high: number, uncertainLow = 0, uncertainHigh = 0): boolean {
  return (
    hammingDistance(low, high, 0, 0) <= MOST_ONES ||
    hammingDistance(uncertainLow, uncertainHigh, 0, 0) >= FEWEST_UNCERTAIN
  );
}

/** Whether the hash of an icon has low detail. False if it has no hash. */
export function hasLowDetail({ words, uncertain, has }: HashTable, ordinal: number): boolean {
  const at = 2 * ordinal;
  return has(ordinal) && isLowDetail(words[at]!, words[at + 1]!, uncertain[at]!, uncertain[at + 1]!);
}
