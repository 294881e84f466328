import { bitsetWords, type PostingList } from "../../format/posting-list.js";
import { STEPS, UNLIMITED, type WorkBudget } from "../execution/work-budget.js";
import { BLOCK_WORDS } from "./block-kernel.js";
import { type Clause, createBatchFilter, sizeOf } from "./clause.js";
import { combineBlock } from "./combine-block.js";
import { listBits, mergeLists } from "./ordinal-lists.js";

/** A lazily computed set of ordinals. */
export interface OrdinalSet {
  /** Number of members, exact. */
  count(): number;
  /** Members `start` to `start + length` in ascending order, fewer at the end: a copy or a view of the mapping. */
  slice(start: number, length: number): Uint32Array;
}

/**
 * The ordinals below `universe` that satisfy all clauses, computed lazily.
 *
 * If the smallest clause consists of short lists, they are walked and looked up in the others. Otherwise all sets are
 * combined as bitsets, block by block. Either way takes at most about `universe / 32` steps per set, and a slice near
 * the start costs only its own part.
 *
 * @param clauses none, or at least one without `not`
 * @param budget is charged when members are computed
 */
export function allOf(clauses: readonly Clause[], universe: number, budget: WorkBudget = UNLIMITED): OrdinalSet {
  budget.spend(setsOf(clauses));
  const { wanted, unwanted, smallest } = plan(clauses);
  if (smallest === undefined) return everything(universe);
  if (sizeOf(smallest) === 0) return NOTHING;
  const others = [...wanted.slice(1), ...unwanted];
  const only = others.length === 0 && smallest.any.length === 1 ? smallest.any[0]!.list : undefined;
  if (only !== undefined) return walk(only, [], budget);
  const lists = listsOf(smallest, bitsetWords(universe) / WORDS_PER_LOOKUP);
  if (lists !== undefined) return walkAll(lists, others, budget);
  const combined = combine(wanted, unwanted, universe, budget);
  if (wanted.length > 1 || !(smallest.disjoint || smallest.any.length === 1)) return combined;
  const exceptions = listsOf({ any: unwanted.flatMap(({ any }) => any) }, bitsetWords(universe));
  if (exceptions === undefined) return combined;
  return { ...combined, count: () => sizeOf(smallest) - walk(merged(exceptions, budget), [smallest], budget).count() };
}

/**
 * Computes all ordinals that satisfy all clauses.
 *
 * @param clauses at least one without `not`
 * @param bits memory for a bitset of the universe, which the result may use
 */
export function materialize(
  clauses: readonly Clause[],
  bits: Uint32Array,
  budget: WorkBudget = UNLIMITED,
): PostingList {
  budget.spend(setsOf(clauses));
  const { wanted, unwanted, smallest } = plan(clauses);
  const lists = listsOf(smallest, bits.length / WORDS_PER_LOOKUP);
  if (lists !== undefined) {
    const set = walkAll(lists, [...wanted.slice(1), ...unwanted], budget);
    const count = set.count();
    return { count, list: set.slice(0, count) };
  }
  const sets = countSets([...wanted, ...unwanted]);
  budget.spend(sets.listed);
  // Lookups in small sets are faster in a list.
  const list = new Uint32Array(Math.min(MAX_LISTED, bits.length));
  let count = 0;
  for (let from = 0; from < bits.length; from += BLOCK_WORDS) {
    const words = Math.min(BLOCK_WORDS, bits.length - from);
    budget.spend(blockSteps(sets, words));
    const block = combineBlock(wanted, unwanted, from, words);
    if (count + block.count <= list.length) list.set(block.list(), count);
    bits.set(block.bits, from);
    count += block.count;
  }
  return count > list.length ? { count, bits } : { count, list: list.subarray(0, count) };
}

const NOTHING: OrdinalSet = { count: () => 0, slice: () => new Uint32Array(0) };
/** Words combined first: few, since a page may need no more. */
const FIRST_BLOCK_WORDS = 32;
/** Bitset words that can be combined in the time that it takes to look up one ordinal of a list in all other sets. */
const WORDS_PER_LOOKUP = 12;
/** Maximum size of a materialized set that is stored as a list. */
const MAX_LISTED = 1024;
/** Ordinals looked up in the first batch: few, since a page may need no more. */
const FIRST_BATCH = 64;
const MAX_BATCH = 1024;

interface Plan {
  readonly wanted: readonly Clause[];
  readonly unwanted: readonly Clause[];
  /** The non-negated clause with the fewest ordinals. */
  readonly smallest: Clause | undefined;
}

function plan(clauses: readonly Clause[]): Plan {
  const wanted = clauses.filter(({ not }) => !not).sort((a, b) => sizeOf(a) - sizeOf(b));
  const unwanted = clauses.filter((clause) => clause.not && sizeOf(clause) > 0);
  return { wanted, unwanted, smallest: wanted[0] };
}

/** The non-empty lists of a clause that consists only of lists and has at most `most` ordinals. */
function listsOf(clause: Clause | undefined, most: number): Uint32Array[] | undefined {
  if (clause === undefined || sizeOf(clause) > most || clause.any.some(({ list }) => list === undefined))
    return undefined;
  return clause.any.map(({ list }) => list!).filter(({ length }) => length > 0);
}

function everything(universe: number): OrdinalSet {
  return {
    count: () => universe,
    slice(start, length) {
      const slice = new Uint32Array(Math.max(0, Math.min(length, universe - start)));
      for (let at = 0; at < slice.length; at++) slice[at] = start + at;
      return slice;
    },
  };
}

/** Maximum number of lists to walk. More are merged first, since each walk does lookups in every other set. */
const MAX_WALKED = 8;

/**
 * Walks lists. The remainders of several lists are merged afterwards, which is cheaper than merging the lists first.
 */
function walkAll(lists: readonly Uint32Array[], others: readonly Clause[], budget: WorkBudget): OrdinalSet {
  if (lists.length === 1 || lists.length > MAX_WALKED || others.length === 0)
    return walk(merged(lists, budget), others, budget);
  const left = lists.map((list) => {
    const set = walk(list, others, budget);
    return set.slice(0, set.count());
  });
  return walk(merged(left, budget), [], budget);
}

function merged(lists: readonly Uint32Array[], budget: WorkBudget): Uint32Array {
  if (lists.length > 1)
    budget.spend(lists.reduce((sum, { length }) => sum + length, 0) * Math.ceil(Math.log2(lists.length)));
  return mergeLists(lists);
}

/** The sets that combining some clauses reads. */
interface SetCount {
  /** Number of bitsets. */
  readonly bitsets: number;
  /** Number of lists. */
  readonly lists: number;
  /** Total number of ordinals in the lists. */
  readonly listed: number;
}

function countSets(clauses: readonly Clause[]): SetCount {
  let bitsets = 0;
  let lists = 0;
  let listed = 0;
  for (const { any } of clauses) {
    for (const { count, bits } of any) {
      if (bits !== undefined) bitsets++;
      else {
        lists++;
        listed += count;
      }
    }
  }
  return { bitsets, lists, listed };
}

function blockSteps({ bitsets, lists }: SetCount, words: number): number {
  return Math.ceil((bitsets * words) / STEPS.wordsPerStep) + lists * STEPS.listInBlock;
}

function setsOf(clauses: readonly Clause[]): number {
  return clauses.reduce((sum, { any }) => sum + any.length, 0);
}

/** Walks a list as far as needed and looks up batches of it in the other clauses. */
function walk(list: Uint32Array, others: readonly Clause[], budget: WorkBudget): OrdinalSet {
  if (others.length === 0)
    return { count: () => list.length, slice: (start, length) => list.subarray(start, start + length) };
  const largest = Math.min(list.length, MAX_BATCH);
  const sets = setsOf(others);
  budget.spend(largest + sets);
  const filters = others.map((clause) => createBatchFilter(clause, largest));
  let found: Uint32Array = new Uint32Array(largest);
  let size = 0;
  let at = 0;
  let batchSize = FIRST_BATCH;
  const advance = (until: number): void => {
    for (; at < list.length && size < until; batchSize = Math.min(batchSize * 2, MAX_BATCH)) {
      const length = Math.min(batchSize, list.length - at);
      if (size + length > found.length) found = grown(found, Math.min(list.length, found.length * 4));
      budget.spend(length * (1 + sets));
      const batch = found.subarray(size, size + length);
      batch.set(list.subarray(at, at + batch.length));
      at += batch.length;
      let left = batch.length;
      for (const filter of filters) left = filter(batch, left);
      size += left;
    }
  };
  return {
    count() {
      advance(Number.POSITIVE_INFINITY);
      return size;
    },
    slice(start, length) {
      advance(start + length);
      return found.subarray(Math.min(start, size), Math.min(start + length, size));
    },
  };
}

function grown(list: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(length);
  larger.set(list);
  return larger;
}

/** Combines the clauses block by block. */
function combine(
  wanted: readonly Clause[],
  unwanted: readonly Clause[],
  universe: number,
  budget: WorkBudget,
): OrdinalSet {
  const words = bitsetWords(universe);
  const sets = countSets([...wanted, ...unwanted]);
  let counted: number | undefined;
  /** Passes over the blocks until it has seen `enough` members. */
  const pass = (start: number, length: number, enough: number): Uint32Array => {
    const result = new Uint32Array(Math.max(0, Math.min(length, universe)));
    let size = 0;
    let seen = 0;
    let blockWords = FIRST_BLOCK_WORDS;
    for (let from = 0; from < words; from += blockWords, blockWords = Math.min(blockWords * 2, BLOCK_WORDS)) {
      if (seen >= enough) return result.subarray(0, size);
      const blockEnd = Math.min(from + blockWords, words);
      budget.spend(blockSteps(sets, blockEnd - from) + Math.ceil((sets.listed * (blockEnd - from)) / words));
      const { bits, count } = combineBlock(wanted, unwanted, from, blockEnd - from);
      if (seen + count > start && size < result.length)
        size = listBits(bits, from * 32, Math.max(0, start - seen), result, size);
      seen += count;
    }
    counted = seen;
    return result.subarray(0, size);
  };
  return {
    count() {
      if (counted === undefined) pass(0, 0, Number.POSITIVE_INFINITY);
      return counted!;
    },
    slice: (start, length) => pass(start, length, start + length),
  };
}

/**
 * Members `start` to `start + length` of the concatenated sets.
 *
 * @param start below the total number of members
 */
export function sliceAcross(sets: readonly OrdinalSet[], start: number, length: number): Uint32Array {
  const result = new Uint32Array(length);
  let skip = start;
  let size = 0;
  for (const [at, set] of sets.entries()) {
    if (size === length) break;
    // Counting passes over the whole set, so it is skipped if the slice clearly begins here.
    if (skip > 0 && at < sets.length - 1 && skip >= set.count()) skip -= set.count();
    else {
      const slice = set.slice(skip, length - size);
      result.set(slice, size);
      size += slice.length;
      skip = 0;
    }
  }
  return result.subarray(0, size);
}
