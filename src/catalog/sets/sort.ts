import { FormatError } from "../../format/format-error.js";
import type { OrderTable } from "../../format/order-table.js";
import { bitsetWords, type PostingList, toBits } from "../../format/posting-list.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import { type Clause, createBatchFilter } from "./clause.js";
import { allOf } from "./ordinals.js";

/** Icons of an order that are looked up at once, and between two charges: few, since a page may need no more. */
const BATCH = 256;
/** Buckets of positions from which a page is selected. */
const BUCKETS = 1024;
/**
 * Times in nanoseconds, rounded: looking up an icon of the order in a bitset, or adding one to it; selecting from a
 * result, whose position is anywhere in a large table; and listing the results in a word of a bitset.
 */
const LOOKING_UP = 2;
const SELECTING = 20;
const LISTING = 2;
/** Words of a bitset. */
const CLEARED_PER_NANOSECOND = 8;

/** The icons that have a term and pass filters. */
export interface PassingIcons {
  /** Index of the term's key in `terms.bin`. */
  readonly term: number;
  /** Their share of the icons that have the term. */
  readonly share: number;
  /** Looks up the filters of positions in the order. */
  filters(): readonly Clause[];
}

/**
 * A page of the icons that have a term and pass filters, if it is among the term's champions; else undefined. Does not
 * look for it if, by their share, fewer champions pass than the page needs.
 *
 * @param start position of the first icon @param length at most as many as there are after it
 * @throws QueryTooExpensiveError, FormatError if the order is damaged
 */
export function amongChampions(
  order: OrderTable,
  { term, share, filters }: PassingIcons,
  start: number,
  length: number,
  budget: WorkBudget,
): Uint32Array | undefined {
  const list = order.champions(term);
  if (list === undefined || start + length > list.length * share) return undefined;
  const passing = allOf([{ any: [{ count: list.length, list }] }, ...filters()], order.ordinals.length, budget);
  const page = passing.slice(start, length);
  return page.length === length ? atPositions(order, page) : undefined;
}

/**
 * A page of the results of a search in another order. Either the order is walked up to the end of the page, or the page
 * is selected from all results, whichever is less work.
 *
 * @param found the results; not negated @param total number of results
 * @param start position of the first icon @param length at most as many as there are after it
 * @param scratch memory for a bitset of all ordinals, which the results don't use
 * @throws QueryTooExpensiveError, FormatError if the order is damaged
 * Cost: with n icons of which m are results, on average the least of (start + length) · n ÷ m, the same from the end,
 * and m, besides combining bitsets.
 */
export function sortedSlice(
  found: Clause,
  total: number,
  order: OrderTable,
  start: number,
  length: number,
  scratch: Uint32Array,
  budget: WorkBudget,
): Uint32Array {
  const { ordinals } = order;
  const isBehind = start + length > total - start;
  const skipped = isBehind ? total - start - length : start;
  const walked = ((skipped + length) / total) * ordinals.length;
  const { any: sets } = found;
  const listed = sets.reduce((sum, { list, count }) => sum + (list === undefined ? 0 : count), 0);
  const bitsets = sets.filter(({ list }) => list === undefined).length;
  const inLists = listed === 0 ? 0 : listed * LOOKING_UP + bitsetWords(ordinals.length) / CLEARED_PER_NANOSECOND;
  const walking = inLists + walked * (bitsets + (listed === 0 ? 0 : 1)) * LOOKING_UP;
  const selecting = total * SELECTING + (bitsets === 0 ? 0 : bitsetWords(ordinals.length) * LISTING);
  if (selecting <= walking)
    return select(allOf([found], ordinals.length, budget).slice(0, total), order, start, length, budget);
  return walk(listed === 0 ? found : listsToBits(found, scratch, budget), order, skipped, length, isBehind, budget);
}

/**
 * The results of a search in bitsets: all lists become one, in memory for a bitset of all ordinals. The lists may share
 * members, so the bitset's count is an upper limit.
 */
function listsToBits({ any }: Clause, bits: Uint32Array, budget: WorkBudget): Clause {
  bits.fill(0);
  let count = 0;
  for (const { list } of any) {
    if (list === undefined) continue;
    budget.spend(list.length);
    count += list.length;
    for (let at = 0; at < list.length; at++) bits[list[at]! >>> 5]! |= 1 << (list[at]! & 31);
  }
  return { any: [{ count, bits }, ...any.filter(({ list }) => list === undefined)] };
}

/** Counts the members by position in buckets, and sorts those of the buckets that the page is in. */
function select(
  members: Uint32Array,
  order: OrderTable,
  start: number,
  length: number,
  budget: WorkBudget,
): Uint32Array {
  budget.spend(members.length);
  const { ordinals, positions } = order;
  const shift = Math.max(0, 32 - Math.clz32(ordinals.length - 1) - Math.log2(BUCKETS));
  const ranks = new Uint32Array(members.length);
  const counts = new Uint32Array(BUCKETS);
  for (let at = 0; at < members.length; at++) {
    const rank = positions[members[at]!]!;
    ranks[at] = rank;
    counts[rank >>> shift]!++;
  }
  let before = 0;
  let first = 0;
  while (before + counts[first]! <= start) before += counts[first++]!;
  let last = first;
  for (let seen = before + counts[first]!; seen < start + length; ) seen += counts[++last]!;
  const near = ranks.filter((rank) => rank >>> shift >= first && rank >>> shift <= last).sort();
  budget.spend(near.length * Math.ceil(Math.log2(near.length + 1)));
  const page = near.subarray(start - before, start - before + length);
  if (page.length < length) throw new FormatError(order.file, "lacks icons");
  return atPositions(order, page);
}

/**
 * Walks the order until it has the page.
 *
 * @param found in bitsets
 * @param skipped members between the page and the end at which the walk begins @param isBackward whether it is the last
 */
function walk(
  found: Clause,
  { ordinals, file }: OrderTable,
  skipped: number,
  length: number,
  isBackward: boolean,
  budget: WorkBudget,
): Uint32Array {
  const filter = createBatchFilter(found, BATCH);
  const sets = found.any.length;
  const page = new Uint32Array(length);
  const batch = new Uint32Array(BATCH);
  let left = skipped;
  let size = 0;
  for (let done = 0; size < length; done += BATCH) {
    const count = Math.min(BATCH, ordinals.length - done);
    if (count <= 0) throw new FormatError(file, "lacks icons");
    budget.spend(Math.ceil((count * sets) / STEPS.walkedPerStep));
    const from = isBackward ? ordinals.length - done - count : done;
    batch.set(ordinals.subarray(from, from + count));
    if (isBackward) batch.subarray(0, count).reverse();
    const kept = filter(batch, count);
    const unwanted = Math.min(left, kept);
    left -= unwanted;
    const taken = Math.min(kept - unwanted, length - size);
    page.set(batch.subarray(unwanted, unwanted + taken), size);
    size += taken;
  }
  return isBackward ? page.reverse() : page;
}

/**
 * The icons from a time on, as a set. Cost: a step for each.
 *
 * @param since milliseconds since 1970 @param order whose positions the set contains; undefined: it contains ordinals
 */
export function updatedSince(
  updated: OrderTable,
  since: number,
  budget: WorkBudget,
  order: OrderTable | undefined,
): PostingList {
  const { ordinals, times } = updated;
  let low = 0;
  for (let high = ordinals.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (times[ordinals[middle]!]! >= since) low = middle + 1;
    else high = middle;
  }
  budget.spend(low);
  const members = ordinals.slice(0, low);
  if (order !== undefined)
    for (let at = 0; at < low; at++) members[at] = order === updated ? at : order.positions[members[at]!]!;
  return low <= bitsetWords(ordinals.length)
    ? { count: low, list: members.sort() }
    : { count: low, bits: toBits(members, ordinals.length) };
}

/** The ordinals at positions of an order. @throws FormatError if a position does not exist, as in a damaged table */
export function atPositions({ ordinals, file }: OrderTable, positions: Uint32Array): Uint32Array {
  const found = new Uint32Array(positions.length);
  for (let at = 0; at < positions.length; at++) {
    const ordinal = ordinals[positions[at]!];
    if (ordinal === undefined) throw new FormatError(file, "lacks icons");
    found[at] = ordinal;
  }
  return found;
}
