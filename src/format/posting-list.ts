import { FormatError } from "./format-error.js";

/**
 * A set of ordinals as stored in a dictionary: a sorted list or a bitset, whichever is smaller. Both are views of the
 * mapping, which must not be sent or kept beyond the request.
 */
export type PostingList =
  | { readonly count: number; readonly list: Uint32Array; readonly bits?: undefined }
  | { readonly count: number; readonly list?: undefined; readonly bits: Uint32Array };

/** The empty set. */
export const NO_POSTINGS: PostingList = { count: 0, list: new Uint32Array(0) };

/** Words of a bitset over `universe` ordinals, which is also the length up to which a list is smaller. */
export function bitsetWords(universe: number): number {
  return Math.ceil(universe / 32);
}

/** A bitset of sorted or unsorted ordinals below `universe`. */
export function toBits(ordinals: Iterable<number>, universe: number): Uint32Array {
  const bits = new Uint32Array(bitsetWords(universe));
  for (const ordinal of ordinals) bits[ordinal >>> 5]! |= 1 << (ordinal & 31);
  return bits;
}

/** The stored form of sorted ordinals below `universe`: the list, or its length followed by a bitset. */
export function encodePostings(ordinals: Uint32Array, universe: number): Uint32Array {
  if (ordinals.length <= bitsetWords(universe)) return ordinals;
  const words = new Uint32Array(bitsetWords(universe) + 1);
  words[0] = ordinals.length;
  words.set(toBits(ordinals, universe), 1);
  return words;
}

/** The stored form of a set after `positions` has replaced its ordinals below `universe`. */
export function encodeMoved(postings: PostingList, positions: Uint32Array, universe: number): Uint32Array {
  const words = bitsetWords(universe);
  if (postings.count <= words) return Uint32Array.from(ordinalsOf(postings), (ordinal) => positions[ordinal]!).sort();
  const moved = new Uint32Array(words + 1);
  moved[0] = postings.count;
  for (const ordinal of ordinalsOf(postings)) {
    const position = positions[ordinal]!;
    moved[1 + (position >>> 5)]! |= 1 << (position & 31);
  }
  return moved;
}

/** Reads the stored form in place. @throws FormatError if it is invalid */
export function decodePostings(words: Uint32Array, universe: number, file: string): PostingList {
  const dense = bitsetWords(universe) + 1;
  if (words.length < dense) return { count: words.length, list: words };
  const count = words[0]!;
  if (words.length > dense || count > universe) throw new FormatError(file, "a posting list has an invalid length");
  return { count, bits: words.subarray(1) };
}

/** Every ordinal of a set, ascending. */
export function* ordinalsOf({ list, bits }: PostingList): Generator<number> {
  if (list !== undefined) yield* list;
  else {
    for (let at = 0; at < bits.length; at++) {
      for (let word = bits[at]!; word !== 0; word &= word - 1) yield at * 32 + (31 - Math.clz32(word & -word));
    }
  }
}

/** First index in `[from, to]` of a sorted list whose ordinal is not below `ordinal`. O(log (to - from)). */
export function lowerBound(list: Uint32Array, ordinal: number, from: number, to: number): number {
  let low = from;
  for (let high = to; low < high; ) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}
