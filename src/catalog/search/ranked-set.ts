import type { OrdinalSet } from "../sets/ordinals.js";

/**
 * Ordinals by descending score; those with the same score stay in their order. O(members + highest score) per slice.
 *
 * @param ordinals ascending
 * @param scores of each
 */
export function rankedSet(ordinals: Uint32Array, scores: Uint16Array): OrdinalSet {
  return {
    count: () => ordinals.length,
    slice(start, length) {
      const end = Math.min(ordinals.length, start + length);
      const slice = new Uint32Array(Math.max(0, end - start));
      const places = placesOf(scores);
      for (let at = 0; at < ordinals.length; at++) {
        const place = places[scores[at]!]!++;
        if (place >= start && place < end) slice[place - start] = ordinals[at]!;
      }
      return slice;
    },
  };
}

/** For each score, the place of the first member that has it. */
function placesOf(scores: Uint16Array): Uint32Array {
  let highest = 0;
  for (const score of scores) if (score > highest) highest = score;
  const places = new Uint32Array(highest + 1);
  for (const score of scores) places[score]!++;
  for (let score = highest, place = 0; score >= 0; score--) {
    const count = places[score]!;
    places[score] = place;
    place += count;
  }
  return places;
}
