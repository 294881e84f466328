import type { HashTable } from "../../format/hash-table.js";
import { hasLowDetail } from "./low-detail.js";
import type { VariantMatch } from "./nearest-hashes.js";
import type { PaletteComparison } from "./palette-comparison.js";
import { createRanking } from "./ranking.js";

/** More than any palette distance. */
const NO_PALETTE = 2 ** 24;
/** More than `NO_PALETTE`: what says little of the shape comes behind everything that says more. */
const LOW_DETAIL = 2 ** 25;

/** By what matches that are as near as each other are told apart. */
export interface TieBreak {
  readonly hashes: HashTable;
  /** Whether those of low detail come last. */
  readonly detailedFirst: boolean;
  /** Compares with the asked palette; undefined where none is asked. Begun only where there are ties. */
  comparePalettes(): PaletteComparison | undefined;
}

/**
 * The first `limit` of matches: nearest first; of equally near ones those of low detail last, then by the distance of their
 * palettes, those without one last, then in display order.
 *
 * @param matches nearest first, ties in display order
 * Cost: a palette distance for each that shares its distance with another.
 */
export function orderTies(
  matches: readonly VariantMatch[],
  limit: number,
  { hashes, detailedFirst, comparePalettes }: TieBreak,
): readonly VariantMatch[] {
  const ordered: VariantMatch[] = [];
  let palettes: PaletteComparison | undefined;
  let compared = false;
  for (let from = 0; from < matches.length && ordered.length < limit; ) {
    let to = from + 1;
    while (to < matches.length && matches[to]!.distance === matches[from]!.distance) to++;
    if (to === from + 1) ordered.push(matches[from]!);
    else {
      if (!compared) palettes = comparePalettes();
      compared = true;
      const ranking = createRanking(Math.min(to - from, limit - ordered.length));
      for (let at = from; at < to; at++) {
        const { ordinal } = matches[at]!;
        const base = detailedFirst && hasLowDetail(hashes, ordinal) ? LOW_DETAIL : 0;
        const most = ranking.bound() - base;
        if (most < 0) continue;
        const distance = palettes?.distanceTo(ordinal, most) ?? NO_PALETTE;
        ranking.offer(at, base + Math.min(distance, NO_PALETTE));
      }
      for (const at of ranking.ordinals()) ordered.push(matches[at]!);
    }
    from = to;
  }
  return ordered;
}
