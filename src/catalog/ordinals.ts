import { bitsetWords, type PostingList } from "../format/posting-list.js";

/** A condition on an ordinal: it is in any of these sets, or with `not`, in none of them. */
export interface Clause {
  readonly any: readonly PostingList[];
  readonly not?: boolean;
  /** Whether no ordinal is in two of the sets, so that their sizes add up. */
  readonly disjoint?: boolean;
}

/** A set of ordinals that is worked out as far as it is asked for. */
export interface OrdinalSet {
  /** How many there are, exact. */
  count(): number;
  /** Members `start` to `start + length` in rising order, as far as there are any: a copy or a view of the mapping. */
  slice(start: number, length: number): Uint32Array;
}

/**
 * The ordinals below `universe` that satisfy all clauses.
 *
 * Where the smallest clause is made of lists, they are walked and looked up in the others; else the bitsets are combined block
 * by block. Either way at most about `universe / 32` steps per set, and a slice near the start costs only its own part.
 */
export function allOf(clauses: readonly Clause[], universe: number): OrdinalSet {
  const wanted = clauses.filter(({ not }) => !not).sort((a, b) => sizeOf(a) - sizeOf(b));
  const unwanted = clauses.filter((clause) => clause.not && sizeOf(clause) > 0);
  const [smallest] = wanted;
  if (smallest === undefined && unwanted.length === 0) return everything(universe);
  if (smallest !== undefined && sizeOf(smallest) === 0) return NOTHING;
  if (smallest?.any.every(({ list }) => list !== undefined))
    return walk(mergeLists(smallest.any.map(({ list }) => list!)), [...wanted.slice(1), ...unwanted]);
  const combined = combine(wanted, unwanted, universe);
  const known = wanted.length === 1 && unwanted.length === 0 && (smallest!.disjoint || smallest!.any.length === 1);
  return known ? { ...combined, count: () => sizeOf(smallest!) } : combined;
}

const NOTHING: OrdinalSet = { count: () => 0, slice: () => new Uint32Array(0) };
/** Words that are combined at a time: small enough to stay in the nearest cache. */
const BLOCK_WORDS = 512;

function sizeOf({ any }: Clause): number {
  return any.reduce((sum, { count }) => sum + count, 0);
}

function everything(universe: number): OrdinalSet {
  return {
    count: () => universe,
    slice: (start, length) =>
      Uint32Array.from({ length: Math.max(0, Math.min(length, universe - start)) }, (_, at) => start + at),
  };
}

/** Walks a list as far as is needed, looking each ordinal up in the other clauses. */
function walk(list: Uint32Array, others: readonly Clause[]): OrdinalSet {
  if (others.length === 0)
    return { count: () => list.length, slice: (start, length) => list.subarray(start, start + length) };
  const tests = others.map(({ any, not = false }) => {
    const lookUps = any.map(createLookUp);
    return (ordinal: number): boolean => lookUps.some((has) => has(ordinal)) !== not;
  });
  let found = new Uint32Array(Math.min(list.length, 64));
  let size = 0;
  let at = 0;
  const advance = (until: number): void => {
    for (; at < list.length && size < until; at++) {
      const ordinal = list[at]!;
      let passes = true;
      for (let test = 0; passes && test < tests.length; test++) passes = tests[test]!(ordinal);
      if (!passes) continue;
      if (size === found.length) found = grown(found);
      found[size++] = ordinal;
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

function grown(list: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(list.length * 2);
  larger.set(list);
  return larger;
}

/** Says whether a set has an ordinal; the ordinals that are asked for must rise. */
function createLookUp({ list, bits }: PostingList): (ordinal: number) => boolean {
  if (list === undefined) return (ordinal) => ((bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1) === 1;
  let at = 0;
  return (ordinal) => {
    let step = 1;
    while (at + step < list.length && list[at + step]! <= ordinal) {
      at += step;
      step *= 2;
    }
    at = lowerBound(list, ordinal, at, Math.min(list.length, at + step));
    return list[at] === ordinal;
  };
}

/** Combines the clauses block by block. */
function combine(wanted: readonly Clause[], unwanted: readonly Clause[], universe: number): OrdinalSet {
  const words = bitsetWords(universe);
  const block = new Uint32Array(BLOCK_WORDS);
  const union = new Uint32Array(BLOCK_WORDS);
  let counted: number | undefined;

  const fill = (from: number, length: number): void => {
    block.fill(0xffffffff);
    for (const { any } of wanted) {
      if (any.length === 1 && any[0]!.bits !== undefined) {
        const { bits } = any[0]!;
        for (let at = 0; at < length; at++) block[at]! &= bits[from + at]!;
        continue;
      }
      uniteBlock(union, any, from, length);
      for (let at = 0; at < length; at++) block[at]! &= union[at]!;
    }
    for (const { any } of unwanted) {
      uniteBlock(union, any, from, length);
      for (let at = 0; at < length; at++) block[at]! &= ~union[at]!;
    }
    // Without a wanted clause the last word would have bits beyond the universe.
    if (wanted.length === 0 && from + length === words && universe % 32 > 0)
      block[length - 1]! &= (1 << (universe % 32)) - 1;
  };
  /** Goes through the blocks until `enough` members are seen. */
  const pass = (start: number, length: number, enough: number): Uint32Array => {
    const result = new Uint32Array(Math.max(0, Math.min(length, universe)));
    let size = 0;
    let seen = 0;
    for (let from = 0; from < words; from += BLOCK_WORDS) {
      if (seen >= enough) return result.subarray(0, size);
      const blockLength = Math.min(BLOCK_WORDS, words - from);
      fill(from, blockLength);
      for (let at = 0; at < blockLength; at++) {
        const ones = popcount(block[at]!);
        if (seen + ones > start && size < length)
          size = takeBits(block[at]!, (from + at) * 32, start - seen, result, size);
        seen += ones;
      }
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

/** The union of sets, words `from` to `from + length`. */
function uniteBlock(union: Uint32Array, sets: readonly PostingList[], from: number, length: number): void {
  union.fill(0, 0, length);
  for (const { list, bits } of sets) {
    if (bits !== undefined) for (let at = 0; at < length; at++) union[at]! |= bits[from + at]!;
    else {
      const end = (from + length) * 32;
      for (let at = lowerBound(list, from * 32, 0, list.length); at < list.length && list[at]! < end; at++)
        union[(list[at]! >>> 5) - from]! |= 1 << (list[at]! & 31);
    }
  }
}

/** Adds the ordinals of a word's bits to `result` but for the first `skip`. @returns the new size of `result` */
function takeBits(word: number, base: number, skip: number, result: Uint32Array, size: number): number {
  let left = skip;
  let end = size;
  for (let rest = word; rest !== 0 && end < result.length; rest &= rest - 1) {
    if (left-- > 0) continue;
    result[end++] = base + 31 - Math.clz32(rest & -rest);
  }
  return end;
}

/** The sorted union of sorted lists, without repeats. O(n · lists). */
function mergeLists(lists: readonly Uint32Array[]): Uint32Array {
  const filled = lists.filter(({ length }) => length > 0);
  return filled.length === 0 ? new Uint32Array(0) : filled.reduce(mergeTwo);
}

function mergeTwo(a: Uint32Array, b: Uint32Array): Uint32Array {
  const result = new Uint32Array(a.length + b.length);
  let size = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i]!;
    const y = b[j]!;
    result[size++] = x < y ? x : y;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  while (i < a.length) result[size++] = a[i++]!;
  while (j < b.length) result[size++] = b[j++]!;
  return result.subarray(0, size);
}

/** First index in `[from, to]` whose ordinal is not below `ordinal`. */
function lowerBound(list: Uint32Array, ordinal: number, from: number, to: number): number {
  let low = from;
  for (let high = to; low < high; ) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ones in a 32-bit word. Source: Hacker's Delight, figure 5-2. */
function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
