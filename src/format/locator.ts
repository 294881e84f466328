import { decodeContainer, encodeContainer, u32Section } from "./container.js";
import { FormatError } from "./format-error.js";

/** Maximum shard size: a view over more than 4 GiB aborts the process, and 1 GiB keeps offsets within 32 bits. */
export const MAX_SHARD_BYTES = 2 ** 30;

/** Splice offset of an item without an insertion. */
export const NO_SPLICE = 0xffff;

/** The location of an item: bytes `start` to `end` of shard `shard`. */
export interface Place {
  readonly shard: number;
  readonly start: number;
  readonly end: number;
}

/** Maps ordinals to byte ranges in shards. */
export interface Locator {
  /** Number of items. */
  readonly count: number;
  readonly shards: number;
  /** The location of the item of `ordinal`. O(log shards). @throws FormatError if the stored range is invalid */
  place(ordinal: number): Place;
  /**
   * Writes the locations of several items to `places`: the shard, start, end and splice of each.
   *
   * @param places has room for `NUMBERS_OF_PLACE` numbers of each item
   * @throws FormatError if a stored range is invalid
   */
  locate(ordinals: Uint32Array, places: Uint32Array): void;
  /** Offset of the insertion in the item, or `NO_SPLICE`. */
  splice(ordinal: number): number;
}

/** Numbers that `Locator.locate` writes for each item. */
export const NUMBERS_OF_PLACE = 4;

/**
 * @param firsts the first ordinal of each shard
 * @param ends end offset of each item in its shard
 * @param splices for cards: offset in each at which the public origin is inserted
 */
export function encodeLocator(firsts: readonly number[], ends: Uint32Array, splices?: Uint16Array): Uint8Array {
  const shards = Uint32Array.from([...firsts, ends.length]);
  if (splices === undefined) return encodeContainer("LOCR", 0, [shards, ends]);
  const pairs = new Uint32Array(2 * ends.length);
  for (let ordinal = 0; ordinal < ends.length; ordinal++) {
    pairs[2 * ordinal] = ends[ordinal]!;
    pairs[2 * ordinal + 1] = splices[ordinal]!;
  }
  return encodeContainer("LOCR", 0, [shards, pairs]);
}

/** Opens a locator in place. @throws FormatError if the table is damaged */
export function decodeLocator(bytes: Uint8Array, file: string): Locator {
  const container = decodeContainer(bytes, "LOCR", file);
  const firsts = u32Section(container, 0);
  const numbers = u32Section(container, 1);
  const shards = firsts.length - 1;
  const count = firsts[shards] ?? Number.NaN;
  const rising = firsts.every((first, at) => (at === 0 ? first === 0 : first >= firsts[at - 1]!));
  const hasSplices = count > 0 && numbers.length === 2 * count;
  if (!rising || !(hasSplices || numbers.length === count) || (shards === 0 && count > 0))
    throw new FormatError(file, "shards and items do not add up");
  /** Numbers of an item. */
  const step = hasSplices ? 2 : 1;

  const endOf = (ordinal: number): number => {
    const end = numbers[ordinal * step];
    if (end === undefined) throw new FormatError(file, `has no item ${ordinal}`);
    return end;
  };
  const shardOf = (ordinal: number): number => {
    let shard = 0;
    for (let high = shards - 1; shard < high; ) {
      const middle = (shard + high + 1) >>> 1;
      if ((firsts[middle] as number) <= ordinal) shard = middle;
      else high = middle - 1;
    }
    return shard;
  };
  const startOf = (ordinal: number, shard: number, end: number): number => {
    const start = firsts[shard] === ordinal ? 0 : numbers[(ordinal - 1) * step]!;
    if (start > end) throw new FormatError(file, `item ${ordinal} ends before it starts`);
    return start;
  };
  const spliceOf = (ordinal: number): number => (hasSplices ? numbers[ordinal * step + 1]! : NO_SPLICE);
  return {
    count,
    shards,
    place(ordinal) {
      const end = endOf(ordinal);
      const shard = shardOf(ordinal);
      return { shard, start: startOf(ordinal, shard, end), end };
    },
    locate(ordinals, places) {
      for (let at = 0, to = 0; at < ordinals.length; at++, to += NUMBERS_OF_PLACE) {
        const ordinal = ordinals[at]!;
        const end = endOf(ordinal);
        const shard = shardOf(ordinal);
        places[to] = shard;
        places[to + 1] = startOf(ordinal, shard, end);
        places[to + 2] = end;
        places[to + 3] = spliceOf(ordinal);
      }
    },
    splice: spliceOf,
  };
}
