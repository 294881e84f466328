import { lowerBound, type PostingList } from "../../format/posting-list.js";

/** A condition on an ordinal: it is in any of these sets, or with `not`, in none of them. */
export interface Clause {
  readonly any: readonly PostingList[];
  readonly not?: boolean;
  /** Whether no ordinal is in two of the sets, so that their sizes add up. */
  readonly disjoint?: boolean;
}

/** Number of ordinals of a disjoint clause, of others at most. */
export function sizeOf({ any }: Clause): number {
  let size = 0;
  for (const { count } of any) size += count;
  return size;
}

/** Moves the ordinals of a batch that satisfy a clause to its front. @returns how many there are */
type BatchFilter = (batch: Uint32Array, length: number) => number;

/**
 * A filter for batches of ascending ordinals. Batches must be ascending too, since each lookup continues where the
 * previous batch ended. If all sets are bitsets, ordinals may be in any order.
 *
 * @param size maximum batch size
 */
export function createBatchFilter({ any, not = false }: Clause, size: number): BatchFilter {
  const [only] = any;
  if (any.length === 1 && only!.bits !== undefined && !not) return keepBits(only!.bits);
  const hits = new Uint8Array(size);
  const markers = any.map((set) => createMarker(set, hits));
  const wanted = not ? 0 : 1;
  return (batch, length) => {
    hits.fill(0, 0, length);
    for (const mark of markers) mark(batch, length);
    let kept = 0;
    for (let at = 0; at < length; at++) if (hits[at] === wanted) batch[kept++] = batch[at]!;
    return kept;
  };
}

/** Whether an ordinal is in any of some sets. */
export function isInAny(any: readonly PostingList[], ordinal: number): boolean {
  return createBatchFilter({ any }, 1)(Uint32Array.of(ordinal), 1) === 1;
}

function keepBits(bits: Uint32Array): BatchFilter {
  return (batch, length) => {
    let kept = 0;
    for (let at = 0; at < length; at++) {
      const ordinal = batch[at]!;
      batch[kept] = ordinal;
      kept += (bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1;
    }
    return kept;
  };
}

/** Marks the positions of a batch whose ordinals are in a set. */
function createMarker({ list, bits }: PostingList, hits: Uint8Array): (batch: Uint32Array, length: number) => void {
  if (list === undefined) {
    return (batch, length) => {
      for (let at = 0; at < length; at++) hits[at]! |= (bits[batch[at]! >>> 5]! >>> (batch[at]! & 31)) & 1;
    };
  }
  let next = 0;
  return (batch, length) => {
    for (let at = 0; at < length && next < list.length; at++) {
      const ordinal = batch[at]!;
      if (list[next]! < ordinal) next = gallop(list, ordinal, next);
      if (list[next] === ordinal) hits[at] = 1;
    }
  };
}

/** The first index from `from` on whose ordinal is not below `ordinal`. Exponential, then binary search. */
function gallop(list: Uint32Array, ordinal: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < list.length && list[low + step]! < ordinal) {
    low += step;
    step *= 2;
  }
  return lowerBound(list, ordinal, low + 1, Math.min(list.length, low + step));
}
