import type { OrdinalSet } from "./ordinals.js";

/**
 * Members `start` to `start + length` of the sets laid end to end.
 *
 * @param start below the number of all members
 */
export function sliceAcross(sets: readonly OrdinalSet[], start: number, length: number): Uint32Array {
  const result = new Uint32Array(length);
  let skip = start;
  let size = 0;
  for (const [at, set] of sets.entries()) {
    if (size === length) break;
    // Counting goes through the whole set, so it is left out where it is clear that the slice begins here.
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
