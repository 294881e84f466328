import { withoutStyle } from "../../text/drawing-styles.js";
import { words } from "../../text/fold.js";
import { type OrdinalSet, sliceAcross } from "../sets/ordinals.js";
import type { Hits } from "./hits.js";

/** Number of the best results that are diverse. */
const DIVERSE = 32;

/**
 * The same hits in one tier. Among the first `DIVERSE`, icons whose name has not come yet, apart from words for style
 * and size, come before those whose name has: the same icon of a hundred sets would hide all others.
 *
 * @param nameOf the name of an icon; called for the first hits when these are read
 */
export function diverse(hits: Hits, nameOf: (ordinal: number) => string): Hits {
  const { tiers, total } = hits;
  if (total < 2) return hits;
  let first: Uint32Array | undefined;
  const set: OrdinalSet = {
    count: () => total,
    slice(start, length) {
      if (start >= DIVERSE) return sliceAcross(tiers, start, length);
      first ??= newNamesFirst(sliceAcross(tiers, 0, DIVERSE), nameOf);
      const end = Math.min(total, start + length);
      if (end <= first.length) return first.slice(start, end);
      const slice = new Uint32Array(Math.max(0, end - start));
      slice.set(first.subarray(start));
      slice.set(sliceAcross(tiers, first.length, end - first.length), first.length - start);
      return slice;
    },
  };
  return { ...hits, tiers: [set] };
}

function newNamesFirst(ordinals: Uint32Array, nameOf: (ordinal: number) => string): Uint32Array {
  const known = new Set<string>();
  const others: number[] = [];
  const first: number[] = [];
  for (const ordinal of ordinals) {
    const name = withoutStyle(words(nameOf(ordinal))).join(" ");
    // Names in symbols alone are different.
    if (name !== "" && known.has(name)) others.push(ordinal);
    else first.push(ordinal);
    known.add(name);
  }
  return Uint32Array.from([...first, ...others]);
}
