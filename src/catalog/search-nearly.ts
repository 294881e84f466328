import type { Generation } from "./generation.js";
import type { Query } from "./list-request.js";
import { type Hits, NO_HITS, search } from "./search.js";
import type { Clause } from "./sets/clause.js";
import { respell } from "./spelling/respell.js";
import type { WorkBudget } from "./work-budget.js";

/** What a search finds, by the query as it was given or by the nearest one that finds something. */
export interface NearHits extends Hits {
  /** The query that was answered instead, its words with single spaces; undefined: the one that was given. */
  readonly didYouMean: string | undefined;
}

/**
 * Searches, and where no icon matches the query, whatever the filters, searches for what is spelled nearly like it. The query
 * that is answered does not depend on the filters.
 *
 * @throws QueryTooExpensiveError
 */
export function searchNearly(
  generation: Generation,
  query: Query,
  filters: readonly Clause[],
  scratch: Uint32Array,
  budget: WorkBudget,
): NearHits {
  const hits = search(generation, query, filters, scratch, budget);
  if (hits.total > 0 || query.words.length === 0) return { ...hits, didYouMean: undefined };
  const finds = (words: readonly string[]): boolean =>
    search(generation, { text: words.join(" "), words }, [], scratch, budget).total > 0;
  const nearest =
    filters.length > 0 && finds(query.words) ? undefined : respell(generation, query.words, finds, budget);
  if (nearest === undefined) return { ...NO_HITS, didYouMean: undefined };
  const text = nearest.join(" ");
  return { ...search(generation, { text, words: nearest }, filters, scratch, budget), didYouMean: text };
}
