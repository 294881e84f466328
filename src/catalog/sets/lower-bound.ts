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
