import { NO_POSTINGS } from "../../format/posting-list.js";
import type { Clause } from "../sets/clause.js";
import type { OrdinalSet } from "../sets/ordinals.js";

/** The result of a search. */
export interface Hits {
  readonly total: number;
  /** Disjoint sets, best first, each in the order of its results. */
  readonly tiers: readonly OrdinalSet[];
  /** The union of the tiers as one condition. */
  readonly found: Clause;
  /** Index of the term, if the results are all icons that have it and pass the filters. */
  readonly term?: number;
}

export const NO_HITS: Hits = { total: 0, tiers: [], found: { any: [NO_POSTINGS] } };

/** The hits of two searches that have none in common. */
export function oneAfterOther(one: Hits, other: Hits): Hits {
  return {
    total: one.total + other.total,
    tiers: [...one.tiers, ...other.tiers],
    found: { any: [...one.found.any, ...other.found.any], disjoint: true },
  };
}
