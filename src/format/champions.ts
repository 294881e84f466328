import type { PostingList } from "./posting-list.js";

/**
 * Champion lists: the first icons of a term in an order of all icons, so that the first pages of a search need not look
 * up and sort all of its results. Source: Manning, Raghavan and Schütze, Introduction to Information Retrieval, 7.1.3.
 */

/**
 * Positions in a champion list: some pages of 20 icons, and of those icons that pass a filter. Terms with fewer have no
 * list, since sorting these takes a few microseconds.
 */
export const CHAMPIONS = 256;

/** A term with a champion list. */
export interface LongTerm {
  /** Index of its key in `terms.bin`. */
  readonly index: number;
  /** Its icons, more than `CHAMPIONS`; no icon is in two of the lists. */
  readonly icons: readonly PostingList[];
}

/**
 * The first `CHAMPIONS` positions of a term's icons in an order, ascending.
 *
 * @param ordinals in this order @param positions of each ordinal in this order
 * Cost: a step for each ordinal of a list; about `CHAMPIONS` · universe ÷ count for a bitset, which is at most 32 ·
 * `CHAMPIONS`.
 */
export function championsOf({ icons }: LongTerm, ordinals: Uint32Array, positions: Uint32Array): Uint32Array {
  const first = icons.flatMap(({ list, bits }) => [
    ...(bits === undefined ? leastPositions(list, positions) : firstMembers(bits, ordinals)),
  ]);
  return Uint32Array.from(first).sort().subarray(0, CHAMPIONS);
}

/** Collects twice as many positions as needed before it sorts them and drops the second half. */
function leastPositions(list: Uint32Array, positions: Uint32Array): Uint32Array {
  const least = new Uint32Array(2 * CHAMPIONS);
  let size = 0;
  let limit = Number.POSITIVE_INFINITY;
  for (let at = 0; at < list.length; at++) {
    const position = positions[list[at]!]!;
    if (position >= limit) continue;
    if (size === least.length) {
      least.sort();
      size = CHAMPIONS;
      limit = least[CHAMPIONS - 1]!;
      if (position >= limit) continue;
    }
    least[size++] = position;
  }
  return least.subarray(0, size).sort().subarray(0, CHAMPIONS);
}

function firstMembers(bits: Uint32Array, ordinals: Uint32Array): Uint32Array {
  const first = new Uint32Array(CHAMPIONS);
  let size = 0;
  for (let position = 0; position < ordinals.length && size < CHAMPIONS; position++) {
    const ordinal = ordinals[position]!;
    if (((bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1) === 1) first[size++] = position;
  }
  return first.subarray(0, size);
}
