import type { PostingList } from "./posting-list.js";

/**
 * Champion lists: the first icons of a term in an order of all icons, so that the first pages of a search need not look
 * up and sort all of its results. Source: Manning, Raghavan and Schütze, Introduction to Information Retrieval, 7.1.3.
 */

/** Positions in a champion list: three pages of 20 icons. */
export const CHAMPIONS = 64;

/** Terms with at most so many icons have no champion list: sorting these takes a few microseconds. */
export const MAX_SORTED = 256;

/** A term with a champion list. */
export interface LongTerm {
  /** Index of its key in `terms.bin`. */
  readonly index: number;
  /** Its icons, more than `MAX_SORTED`; no icon is in two of the lists. */
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

function leastPositions(list: Uint32Array, positions: Uint32Array): Uint32Array {
  const least = new Uint32Array(Math.min(CHAMPIONS, list.length));
  let size = 0;
  for (let at = 0; at < list.length; at++) {
    const position = positions[list[at]!]!;
    if (size === least.length && position > least[size - 1]!) continue;
    let place = size < least.length ? size++ : size - 1;
    for (; place > 0 && least[place - 1]! > position; place--) least[place] = least[place - 1]!;
    least[place] = position;
  }
  return least;
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
