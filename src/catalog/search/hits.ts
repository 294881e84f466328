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
}

export const NO_HITS: Hits = { total: 0, tiers: [], found: { any: [NO_POSTINGS] } };
