import type { HashTable } from "../../format/hash-table.js";
import { hammingDistance } from "./hamming.js";

/** The most ones of a hash that says little: of 379,000 hashes of Iconify hardly one has 22, and 3 % have fewer, nearly all others 32. */
const MOST_ONES = 22;

/**
 * Whether a hash says little. A bit is set where a coefficient is above the median of all 64, so half of them are; in a symmetric or
 * flat picture many coefficients are zero, equal to the median, and set no bit. Such hashes are near each other whatever the
 * pictures show.
 */
export function isLowDetail(low: number, high: number): boolean {
  return hammingDistance(low, high, 0, 0) <= MOST_ONES;
}

/** The same for the hash of an ordinal; false where it has none. */
export function hasLowDetail({ words, has }: HashTable, ordinal: number): boolean {
  return has(ordinal) && isLowDetail(words[2 * ordinal]!, words[2 * ordinal + 1]!);
}
