import type { PostingList } from "../../format/posting-list.js";
import { BLOCK_WORDS, openKernel } from "./block-kernel.js";

const shared = openKernel();

/**
 * How many ordinals of a set are in each of the others.
 *
 * Cost, per other set: a step per ordinal of the shorter list, or a pass over both bitsets, 128 bits at a time.
 */
export function countCommon(set: PostingList, others: readonly PostingList[], kernel = shared): number[] {
  const { list, bits } = set;
  if (list !== undefined) {
    return others.map((other) =>
      other.list === undefined ? countSet(list, other.bits) : countEqual(list, other.list),
    );
  }
  const counts = others.map((other) => (other.list === undefined ? 0 : countSet(other.list, bits)));
  for (let from = 0; from < bits.length; from += BLOCK_WORDS) {
    const to = Math.min(bits.length, from + BLOCK_WORDS);
    kernel.union.set(bits.subarray(from, to));
    for (let at = 0; at < others.length; at++) {
      const other = others[at]!.bits;
      if (other === undefined) continue;
      kernel.result.set(other.subarray(from, to));
      kernel.keepUnion(to - from);
      counts[at]! += kernel.count(to - from);
    }
  }
  return counts;
}

function countSet(list: Uint32Array, bits: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < list.length; at++) count += (bits[list[at]! >>> 5]! >>> (list[at]! & 31)) & 1;
  return count;
}

/** How many numbers are in both lists. */
function countEqual(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = a[i]! - b[j]!;
    if (difference === 0) count++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return count;
}
