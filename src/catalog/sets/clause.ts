import type { PostingList } from "../../format/posting-list.js";

/** A condition on an ordinal: it is in any of these sets, or with `not`, in none of them. */
export interface Clause {
  readonly any: readonly PostingList[];
  readonly not?: boolean;
  /** Whether no ordinal is in two of the sets, so that their sizes add up. */
  readonly disjoint?: boolean;
}
