import { lowerBound, type PostingList } from "../../format/posting-list.js";
import { STEPS, UNLIMITED, type WorkBudget } from "../execution/work-budget.js";
import { BLOCK_WORDS, openKernel } from "./block-kernel.js";

const shared = openKernel();

/**
 * Counts how many ordinals of a set are in each of the other sets.
 *
 * Cost, per other set: a lookup per ordinal of the shorter list, or a pass over both bitsets, 128 bits at a time.
 */
export function countCommon(
  set: PostingList,
  others: readonly PostingList[],
  budget: WorkBudget = UNLIMITED,
  kernel = shared,
): number[] {
  const { list, bits } = set;
  budget.spend(others.reduce((sum, other) => sum + commonSteps(set, other), 0));
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

function commonSteps(set: PostingList, other: PostingList): number {
  if (set.list === undefined && other.list === undefined) return 2 + Math.ceil(set.bits.length / STEPS.wordsPerStep);
  if (set.list === undefined || other.list === undefined) return 2 + (set.list ?? other.list!).length;
  const shorter = Math.min(set.count, other.count);
  return 2 + Math.min(set.count + other.count, shorter * LOOK_UP);
}

/** Cost of looking up an ordinal in a longer list, in ordinals scanned in the same time. */
const LOOK_UP = 16;

function countSet(list: Uint32Array, bits: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < list.length; at++) count += (bits[list[at]! >>> 5]! >>> (list[at]! & 31)) & 1;
  return count;
}

/** The number of ordinals that are in both lists. */
function countEqual(a: Uint32Array, b: Uint32Array): number {
  if (a.length * LOOK_UP < b.length) return countIn(a, b);
  if (b.length * LOOK_UP < a.length) return countIn(b, a);
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = a[i]! - b[j]!;
    if (difference === 0) count++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return count;
}

/** The same, for a list that is much shorter than the other. */
function countIn(short: Uint32Array, long: Uint32Array): number {
  let count = 0;
  let from = 0;
  for (const ordinal of short) {
    from = lowerBound(long, ordinal, from, long.length);
    if (long[from] === ordinal) count++;
  }
  return count;
}
