import type { HashTable } from "../../format/hash-table.js";
import { hammingDistance, MAX_DISTANCE } from "./hamming.js";

/** What else an asked picture may look like, in the order that counts where two are as near. */
export const VARIANTS = ["mirrored", "inverted"] as const;

export type Variant = (typeof VARIANTS)[number];

/**
 * Bits that a variant turns. Mirroring a picture left to right changes the sign of the odd coefficients of each row, inverting its
 * lightness that of all but the first; so the hashes come near these, not always to the bit.
 */
const TURNED: Readonly<Record<Variant, bigint>> = {
  mirrored: 0x5555555555555555n,
  inverted: 0xffffffffffffffffn,
};

/** What counts as the distance where there is no hash to compare: farther than any. */
export const NO_HASH = MAX_DISTANCE + 1;

/** A hash that is looked up: that of a picture, or of a variant of it. */
export interface QueryHash {
  /** Words as 32-bit integers. */
  readonly low: number;
  readonly high: number;
  /** Absent for the picture as it is. */
  readonly variant?: Variant;
}

/** A hash and its variants, the hash itself first. A variant of a variant is none: each is the asked picture with one change. */
export function queryHashes(hash: bigint, include: readonly Variant[]): QueryHash[] {
  const asked: QueryHash[] = [wordsOf(hash)];
  for (const variant of VARIANTS) {
    if (include.includes(variant)) asked.push({ ...wordsOf(hash ^ TURNED[variant]), variant });
  }
  return asked;
}

/** The Hamming distance of an ordinal's hash to the nearest asked one; `NO_HASH` where it has none, or none is asked. */
export function distanceToQuery(table: HashTable, ordinal: number, asked: readonly QueryHash[]): number {
  if (!table.has(ordinal)) return NO_HASH;
  let nearest = NO_HASH;
  for (const hash of asked) nearest = Math.min(nearest, distanceTo(table, ordinal, hash));
  return nearest;
}

/** The variant that is at that distance; of several, the one asked first. */
export function nearestVariant(table: HashTable, ordinal: number, asked: readonly QueryHash[]): Variant | undefined {
  const nearest = distanceToQuery(table, ordinal, asked);
  return asked.find((hash) => distanceTo(table, ordinal, hash) === nearest)?.variant;
}

function distanceTo({ words }: HashTable, ordinal: number, { low, high }: QueryHash): number {
  return hammingDistance(words[2 * ordinal]!, words[2 * ordinal + 1]!, low, high);
}

function wordsOf(hash: bigint): { readonly low: number; readonly high: number } {
  return { low: Number(hash & 0xffffffffn) | 0, high: Number(hash >> 32n) | 0 };
}
