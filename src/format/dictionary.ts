import { byteSection, decodeContainer, u32Section } from "./container.js";
import { SECTIONS } from "./dictionary-encoder.js";
import { FormatError } from "./format-error.js";
import { areKeySlots, findKeySlot } from "./key-slots.js";
import { bitsetWords, decodePostings, NO_POSTINGS, ordinalsOf, type PostingList } from "./posting-list.js";

/** A union of more words than this becomes a bitset. */
const MAX_LISTED = 1024;

const NO_SLOTS = new Uint32Array(0);

/** A sorted table of keys with posting lists, read in place. */
export interface Dictionary {
  /** Number of keys. */
  readonly size: number;
  /** Number of posting lists per key. */
  readonly slots: number;
  /** Number of shards of the postings; 0: they are in the file itself. */
  readonly shards: number;
  /** Whether key `index` equals `key`. */
  equals(index: number, key: Uint8Array): boolean;
  /** Index of the key that equals `key`, or -1. O(log size), or O(1) if the dictionary has key slots. */
  find(key: Uint8Array): number;
  /**
   * Indexes `[from, to)` of the keys that begin with `prefix`. O(log size).
   *
   * @param within range of indexes known to contain them; default: all
   */
  prefixRange(prefix: Uint8Array, within?: readonly [number, number]): readonly [number, number];
  /** Whether key `index` has more than `count` ordinals in all slots together. Cheaper than their lists. */
  hasMoreThan(index: number, count: number): boolean;
  /** The ordinals of key `index` in `slot`. */
  postings(index: number, slot?: number): PostingList;
  /**
   * The union of the ordinals of keys `from` to `to` (exclusive) in their first slot. O(keys + ordinals), and a bitset.
   *
   * @param spend called with the number of keys and ordinals before they are read; may throw
   */
  union(from: number, to: number, spend?: (steps: number) => void): PostingList;
  /** Key `index` as text. */
  key(index: number): string;
  /** The label of key `index` as written in the dataset. @throws FormatError if this dictionary has no labels */
  label(index: number): string;
}

/**
 * Opens a dictionary in place.
 *
 * @param universe number of ordinals of the generation
 * @param openShard opens shard n of the postings, if they are not in the file
 * @throws FormatError if the table is damaged
 */
export function decodeDictionary(
  bytes: Uint8Array,
  file: string,
  universe: number,
  openShard?: (shard: number) => Uint8Array,
): Dictionary {
  const container = decodeContainer(bytes, "DICT", file);
  const slots = container.parameter;
  const keyEnds = u32Section(container, SECTIONS.keyEnds);
  const keyBytes = byteSection(container, SECTIONS.keys);
  const starts = u32Section(container, SECTIONS.starts);
  const shardStarts = u32Section(container, SECTIONS.shardStarts);
  // Missing in artifacts that were built before dictionaries had slots.
  const keySlots =
    container.sections[SECTIONS.keySlots] === undefined ? NO_SLOTS : u32Section(container, SECTIONS.keySlots);
  const size = keyEnds.length;
  if (keySlots.length > 0 && !areKeySlots(keySlots, size))
    throw new FormatError(file, "keys and their slots do not add up");
  if (slots < 1 || starts.length !== size * slots + 1) throw new FormatError(file, "keys and slots do not add up");
  const shards =
    shardStarts.length === 0
      ? [u32Section(container, SECTIONS.postings)]
      : Array.from(shardStarts, (_, shard) => wordsOf(openShard?.(shard), file));

  const slice = (ends: Uint32Array, index: number, length: number): readonly [number, number] => {
    const start = index === 0 ? 0 : ends[index - 1];
    const end = ends[index];
    if (start === undefined || end === undefined || start > end || end > length)
      throw new FormatError(file, `entry ${index} lies outside the table`);
    return [start, end];
  };
  /** Compares key `index`, cut to `length` bytes, with `key`: negative, 0 or positive. */
  const compare = (index: number, key: Uint8Array, length = Number.POSITIVE_INFINITY): number => {
    const start = index === 0 ? 0 : keyEnds[index - 1]!;
    const end = keyEnds[index]!;
    if (start > end || end > keyBytes.length) throw new FormatError(file, `entry ${index} lies outside the table`);
    const own = Math.min(end - start, length);
    const common = Math.min(own, key.length);
    for (let at = 0; at < common; at++) {
      const difference = keyBytes[start + at]! - key[at]!;
      if (difference !== 0) return difference;
    }
    return own - key.length;
  };
  /**
   * The first index in `[low, high]` whose key is not below `key`. Keys between two others share the bytes that those
   * share: these are compared once.
   */
  const lowerBound = (key: Uint8Array, low: number, high: number): number => {
    let from = low;
    let commonBelow = 0;
    let commonAbove = 0;
    for (let to = high; from < to; ) {
      const middle = (from + to) >>> 1;
      const start = middle === 0 ? 0 : keyEnds[middle - 1]!;
      const end = keyEnds[middle]!;
      if (start > end || end > keyBytes.length) throw new FormatError(file, `entry ${middle} lies outside the table`);
      const shorter = Math.min(end - start, key.length);
      let common = Math.min(commonBelow, commonAbove, shorter);
      while (common < shorter && keyBytes[start + common] === key[common]) common++;
      const isBelow = common < shorter ? keyBytes[start + common]! < key[common]! : end - start < key.length;
      if (isBelow) {
        from = middle + 1;
        commonBelow = common;
      } else {
        to = middle;
        commonAbove = common;
      }
    }
    return from;
  };
  /** The first index from `from` on whose key does not begin with `prefix`. Exponential, then binary search. */
  const endOfPrefix = (prefix: Uint8Array, from: number, end: number): number => {
    const begins = (index: number): boolean => compare(index, prefix, prefix.length) === 0;
    let low = from;
    let high = from;
    for (let step = 1; high < end && begins(high); step *= 2) {
      low = high + 1;
      high = Math.min(end, high + step);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (begins(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const startOf = (at: number): number => {
    const start = starts[at];
    if (start === undefined) throw new FormatError(file, `has no posting list ${at}`);
    return start;
  };
  const shardOf = (start: number): number => {
    let shard = shards.length - 1;
    while (shard > 0 && shardStarts[shard]! > start) shard--;
    return shard;
  };

  const postings = (index: number, slot = 0): PostingList => {
    const start = startOf(index * slots + slot);
    const end = startOf(index * slots + slot + 1);
    if (start === end) return NO_POSTINGS;
    const shard = shardOf(start);
    const offset = shardStarts[shard] ?? 0;
    const words = shards[shard]!;
    if (start > end || end - offset > words.length)
      throw new FormatError(file, `the postings of key ${index} lie outside the table`);
    return decodePostings(words.subarray(start - offset, end - offset), universe, file);
  };

  const uniteLists = (from: number, to: number): PostingList => {
    const ordinals = new Set<number>();
    for (let index = from; index < to; index++)
      for (const ordinal of ordinalsOf(postings(index))) ordinals.add(ordinal);
    const list = Uint32Array.from(ordinals).sort();
    return { count: list.length, list };
  };

  const all = [0, size] as const;
  const equals = (index: number, key: Uint8Array): boolean => index < size && compare(index, key) === 0;
  return {
    size,
    slots,
    shards: shardStarts.length,
    equals,
    find(key) {
      if (keySlots.length > 0) return findKeySlot(keySlots, key, equals);
      const index = lowerBound(key, 0, size);
      return equals(index, key) ? index : -1;
    },
    prefixRange(prefix, [first, end] = all) {
      const from = lowerBound(prefix, first, end);
      return [from, endOfPrefix(prefix, from, end)];
    },
    hasMoreThan(index, count) {
      // A list has a word per ordinal, and a bitset more ordinals than words.
      const words = startOf((index + 1) * slots) - startOf(index * slots);
      if (words <= Math.min(count, bitsetWords(universe))) return false;
      let ordinals = 0;
      for (let slot = 0; slot < slots; slot++) ordinals += postings(index, slot).count;
      return ordinals > count;
    },
    postings,
    union(from, to, spend = () => {}) {
      if (to - from <= 1) return from < to ? postings(from) : NO_POSTINGS;
      if (startOf(to * slots) - startOf(from * slots) <= MAX_LISTED) return uniteLists(from, to);
      spend(to - from + startOf(to * slots) - startOf(from * slots) + bitsetWords(universe));
      const bits = new Uint32Array(bitsetWords(universe));
      let count = 0;
      for (let index = from; index < to; index++) {
        const start = startOf(index * slots);
        const end = startOf(index * slots + 1);
        // Thousands of separate lookups would cost more than reading their ordinals.
        if (end - start < bits.length + 1 && shards.length === 1 && end <= shards[0]!.length) {
          for (let at = start; at < end; at++) count += setBit(bits, shards[0]![at]!);
        } else {
          const own = postings(index);
          spend(2 * own.count);
          for (const ordinal of ordinalsOf(own)) count += setBit(bits, ordinal);
        }
      }
      return { count, bits };
    },
    key(index) {
      const [start, end] = slice(keyEnds, index, keyBytes.length);
      return Buffer.from(keyBytes.buffer, keyBytes.byteOffset + start, end - start).toString();
    },
    label(index) {
      const labelBytes = byteSection(container, SECTIONS.labels);
      const [start, end] = slice(u32Section(container, SECTIONS.labelEnds), index, labelBytes.length);
      return Buffer.from(labelBytes.buffer, labelBytes.byteOffset + start, end - start).toString();
    },
  };
}

/** @returns 1 if the bit was newly set, 0 if it was already set or does not exist */
function setBit(bits: Uint32Array, ordinal: number): 0 | 1 {
  const word = bits[ordinal >>> 5];
  const bit = 1 << (ordinal & 31);
  if (word === undefined || (word & bit) !== 0) return 0;
  bits[ordinal >>> 5] = word | bit;
  return 1;
}

function wordsOf(shard: Uint8Array | undefined, file: string): Uint32Array {
  if (shard === undefined || shard.length % 4 !== 0) throw new FormatError(file, "is missing a shard of its postings");
  return new Uint32Array(shard.buffer, shard.byteOffset, shard.length / 4);
}
