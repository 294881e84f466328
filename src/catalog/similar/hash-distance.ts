import type { HashTable } from "../../format/hash-table.js";

/** The largest Hamming distance between two 64-bit hashes. */
export const MAX_DISTANCE = 64;

/** Variants of the query image, in the order of preference at equal distance. */
export const VARIANTS = ["mirrored", "inverted"] as const;

/** The most ones of a hash of low detail: of 379,000 hashes of Iconify hardly one has 22, and 3 % have fewer, nearly all others 32. */
const MOST_ONES = 22;
/** The fewest uncertain bits of a hash of low detail: images that mirror themselves along both axes have 48. */
const FEWEST_UNCERTAIN = 48;

export type Variant = (typeof VARIANTS)[number];

/** Bits in which two 64-bit hashes differ, each given as its low and high word; signed or not. */
export function hammingDistance(lowA: number, highA: number, lowB: number, highB: number): number {
  // Groups of four bits hold 4 ones each, 8 in both words: a group has room for that, so both words finish as one.
  const groups = onesByFour(lowA ^ lowB) + onesByFour(highA ^ highB);
  return Math.imul((groups & 0x0f0f0f0f) + ((groups >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** Ones in each group of four bits. Source: Hacker's Delight, figure 5-2. */
function onesByFour(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}

/**
 * Bits that a variant turns. Mirroring an image left to right changes the sign of the odd coefficients of each row, inverting its
 * lightness that of all but the first; so the hashes come near these, not always to the bit.
 */
const TURNED: Readonly<Record<Variant, bigint>> = {
  mirrored: 0x5555555555555555n,
  inverted: 0xffffffffffffffffn,
};

/** What counts as the distance where there is no hash to compare: farther than any. */
export const NO_HASH = MAX_DISTANCE + 1;

/** A hash that is looked up: that of an image, or of a variant of it. */
export interface QueryHash {
  /** Words as 32-bit integers. */
  readonly low: number;
  readonly high: number;
  /** Absent for the image as it is. */
  readonly variant?: Variant;
}

/** A hash and its variants, the hash itself first. A variant of a variant is none: each is the query image with one change. */
export function queryHashes(hash: bigint, include: readonly Variant[]): QueryHash[] {
  const query: QueryHash[] = [wordsOf(hash)];
  for (const variant of VARIANTS) {
    if (include.includes(variant)) query.push({ ...wordsOf(hash ^ TURNED[variant]), variant });
  }
  return query;
}

/** The Hamming distance of an ordinal's hash to the nearest query hash; `NO_HASH` if it has none or there is no query. */
export function distanceToQuery(table: HashTable, ordinal: number, query: readonly QueryHash[]): number {
  if (!table.has(ordinal)) return NO_HASH;
  let nearest = NO_HASH;
  for (const hash of query) nearest = Math.min(nearest, distanceTo(table, ordinal, hash));
  return nearest;
}

/** The variant that is at that distance; of several, the first. */
export function nearestVariant(table: HashTable, ordinal: number, query: readonly QueryHash[]): Variant | undefined {
  const nearest = distanceToQuery(table, ordinal, query);
  return query.find((hash) => distanceTo(table, ordinal, hash) === nearest)?.variant;
}

/** The Hamming distance of an ordinal's hash to one query hash. */
export function distanceTo({ words }: HashTable, ordinal: number, { low, high }: QueryHash): number {
  return hammingDistance(words[2 * ordinal]!, words[2 * ordinal + 1]!, low, high);
}

/** A hash, or its uncertain bits, as words. */
export function wordsOf(hash: bigint): QueryHash {
  return { low: Number(hash & 0xffffffffn) | 0, high: Number(hash >> 32n) | 0 };
}

/**
 * Whether a hash has too little detail to be reliable. In a very symmetric or flat image most coefficients are about zero, as their median is: at most
 * 16 bits tell it from others. Where they are exactly zero they set no bit, of which half are set otherwise; so a hash alone shows it, too.
 */
export function isLowDetail(low: number, high: number, uncertainLow = 0, uncertainHigh = 0): boolean {
  return (
    hammingDistance(low, high, 0, 0) <= MOST_ONES ||
    hammingDistance(uncertainLow, uncertainHigh, 0, 0) >= FEWEST_UNCERTAIN
  );
}

/** The same for the hash of an ordinal; false where it has none. */
export function hasLowDetail({ words, uncertain, has }: HashTable, ordinal: number): boolean {
  const at = 2 * ordinal;
  return has(ordinal) && isLowDetail(words[at]!, words[at + 1]!, uncertain[at]!, uncertain[at + 1]!);
}
