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
  /** The term, if the results are all icons that have it and pass the filters. */
  readonly term?: FoundTerm;
}

/** A term of `terms.bin`. */
export interface FoundTerm {
  /** Index of its key. */
  readonly index: number;
  /** Number of icons that have it. */
  readonly icons: number;
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
