import { FACETS, type Facet } from "../format/facets.js";
import { words } from "../text/fold.js";
import { type FacetKeys, type Filters, facetKeys } from "./filters.js";

export interface ListRequest extends Filters {
  /** Every word must begin a word of the name, an alias or the developer. */
  readonly q?: string | undefined;
  /** From 1; default 1. */
  readonly page?: number | undefined;
  /** Items per page, from 1; default 20. */
  readonly limit?: number | undefined;
  /** Facets whose labels are counted within the result; default none. */
  readonly facets?: readonly Facet[] | undefined;
}

/** The words that are searched for. */
export interface Query {
  /** As it was given. */
  readonly text: string;
  /** Its folded words, repeats kept; none where it has no letter or digit. */
  readonly words: readonly string[];
}

/** A list request in the one form of all that mean the same: what is looked up, worked out once. */
export interface ListQuery {
  readonly query: Query | undefined;
  readonly keys: FacetKeys;
  readonly page: number;
  readonly limit: number;
  /** In the order of `FACETS`. */
  readonly facets: readonly Facet[];
}

/** @param limit items per page, where the plan reduces that of the request */
export function readListRequest(request: ListRequest, limit = request.limit ?? 20): ListQuery {
  const { q, page = 1, facets = [] } = request;
  // Nearly all requests have none.
  const counted = facets.length === 0 ? facets : FACETS.filter((facet) => facets.includes(facet));
  return { query: readQuery(q), keys: facetKeys(request), page, limit, facets: counted };
}

/** Folds a query and cuts it into words; undefined where there is none. */
export function readQuery(q: string | undefined): Query | undefined {
  return q === undefined ? undefined : { text: q, words: words(q) };
}

/** A text that is equal for requests that mean the same, and for no others. */
export function identityOf({ query, keys, page, limit, facets }: ListQuery): string {
  let identity = `${page},${limit},${facets.join()}`;
  for (const labels of keys) identity += labels === undefined ? ";" : JSON.stringify(labels);
  return query === undefined ? identity : `${identity}?${query.words.join(" ") || query.text}`;
}
