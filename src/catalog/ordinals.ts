/**
 * Set algebra over sorted lists of ordinals without repeats. Inputs may lie in the mapping; results are new lists, but
 * for an operation that changes nothing, which may give an input back.
 */
export type Ordinals = Uint32Array;

const EMPTY: Ordinals = new Uint32Array(0);
/** From this ratio of lengths on, looking the short list up in the long one beats walking both. */
const GALLOP_RATIO = 16;

/** What is in every list, smallest list first. @param lists at least one */
export function intersectAll(lists: readonly Ordinals[]): Ordinals {
  const [first, ...rest] = [...lists].sort((a, b) => a.length - b.length);
  return rest.reduce((result, list) => intersect(result, list), first ?? EMPTY);
}

/** What is in both lists. O(short · log long) where their lengths differ much, else O(short + long). */
export function intersect(a: Ordinals, b: Ordinals): Ordinals {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const result = new Uint32Array(short.length);
  const gallop = long.length > short.length * GALLOP_RATIO;
  let size = 0;
  let at = 0;
  for (const ordinal of short) {
    at = gallop ? lowerBound(long, ordinal, at) : advance(long, ordinal, at);
    if (at === long.length) break;
    if (long[at] === ordinal) result[size++] = ordinal;
  }
  return result.subarray(0, size);
}

/** What is in any of the lists. O(n log n) over their sizes together, O(n) for two. */
export function unionAll(lists: readonly Ordinals[]): Ordinals {
  const filled = lists.filter((list) => list.length > 0);
  return filled.length === 0 ? EMPTY : filled.reduce((a, b) => union(a, b));
}

/** What is in `a` and not in `b`. O(a + b). */
export function subtract(a: Ordinals, b: Ordinals): Ordinals {
  const result = new Uint32Array(a.length);
  let size = 0;
  let at = 0;
  for (const ordinal of a) {
    at = advance(b, ordinal, at);
    if (b[at] !== ordinal) result[size++] = ordinal;
  }
  return result.subarray(0, size);
}

/** Sorts a list and drops repeats. */
export function sortedSet(list: Iterable<number>): Ordinals {
  const sorted = Uint32Array.from(list).sort();
  return sorted.filter((ordinal, at) => at === 0 || ordinal !== sorted[at - 1]);
}

function union(a: Ordinals, b: Ordinals): Ordinals {
  const result = new Uint32Array(a.length + b.length);
  let size = 0;
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const x = a[i] ?? Number.POSITIVE_INFINITY;
    const y = b[j] ?? Number.POSITIVE_INFINITY;
    result[size++] = Math.min(x, y);
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return result.subarray(0, size);
}

/** First index from `from` on whose ordinal is not below `ordinal`, step by step. */
function advance(list: Ordinals, ordinal: number, from: number): number {
  let at = from;
  while (at < list.length && (list[at] as number) < ordinal) at++;
  return at;
}

/** The same by halving. */
function lowerBound(list: Ordinals, ordinal: number, from: number): number {
  let low = from;
  for (let high = list.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}
