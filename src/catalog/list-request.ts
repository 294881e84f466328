import type { Oklab } from "../color/color.js";
import { toOklab } from "../color/culori.js";
import { isCalendarDate } from "../format/calendar-date.js";
import { FACETS, type Facet } from "../format/filter-facets.js";
import type { Match } from "../format/rungs.js";
import { isBlank } from "../text/blank.js";
import { fold, words } from "../text/fold.js";
import { isPlain, literalsOf } from "../text/text-terms.js";
import { type FacetKeys, type Filters, facetKeys } from "./find-filters.js";
import type { Sort } from "./sorts.js";

export interface ListRequest extends Filters {
  /** Each word must be a prefix of a word in the name, an alias or the developer. */
  readonly q?: string | undefined;
  /**
   * `name`: only names, aliases, developers and their spelling; `meaning`: texts first; default `auto`: all rungs, from
   * names on.
   */
  readonly match?: Match | undefined;
  /** Order of the results; default `relevance`: best first, without a query in display order. */
  readonly sort?: Sort | undefined;
  /** Only icons changed or, without such a date, added at or after this ISO 8601 date or time. */
  readonly updated_since?: string | undefined;
  /** Only icons with these ids or former ids; ids that no icon has don't count. Default: all icons. */
  readonly ids?: readonly string[] | undefined;
  /** From 1; default 1. */
  readonly page?: number | undefined;
  /** Items per page, from 1; default 20. */
  readonly limit?: number | undefined;
  /** Facets to count labels for within the result; default none. */
  readonly facets?: readonly Facet[] | undefined;
  /** Whether labels of a facet are counted without its own filter: choosing another one widens the result. */
  readonly alternatives?: boolean | undefined;
}

/** A search query. */
export interface Query {
  /** The original text. */
  readonly text: string;
  /** Its folded words, including duplicates. Empty if the text has no letter or digit. */
  readonly words: readonly string[];
  /** Those with symbols as they are written, such as `c++`. */
  readonly literals: readonly string[];
}

/** The canonical form of a list request, the same for all equivalent requests, with the keys to look up. */
export interface ListQuery {
  readonly query: Query | undefined;
  readonly match: Match;
  readonly keys: FacetKeys;
  readonly sort: Sort;
  /** The color that `sort=color` compares with; without one, it is `relevance`. */
  readonly near: Oklab | undefined;
  /** Milliseconds since 1970; NaN if the date does not exist. */
  readonly since: number | undefined;
  readonly ids: readonly string[] | undefined;
  readonly page: number;
  readonly limit: number;
  /** In the order of `FACETS`. */
  readonly facets: readonly Facet[];
  readonly alternatives: boolean;
}

const NONE: readonly never[] = [];

/** @param limit items per page, if the plan reduces that of the request */
export function readListRequest(request: ListRequest, limit = request.limit ?? 20): ListQuery {
  const { q, match = "auto", sort = "relevance", ids, page = 1, facets = [], alternatives = false } = request;
  const since = request.updated_since === undefined ? undefined : timeOf(request.updated_since);
  // Shortcut, since nearly all requests have none.
  const counted = facets.length === 0 ? facets : FACETS.filter((facet) => facets.includes(facet));
  const near = sort === "color" ? colorAmong(request.color) : undefined;
  const shown = { sort, near, since, ids, page, limit, facets: counted, alternatives };
  return { query: readQuery(q), match, keys: facetKeys(request), ...shown };
}

/** The first label that is a color, such as `#1e88e5` or `navy`. */
function colorAmong(labels: readonly string[] = []): Oklab | undefined {
  for (const label of labels) {
    const color = toOklab(label.trim());
    if (color !== undefined) return color;
  }
  return undefined;
}

function timeOf(date: string): number {
  return isCalendarDate(date) ? Date.parse(date) : Number.NaN;
}

/** The selector of an emoji's style, which names hardly have. */
const LAST_SELECTOR = /[\ufe0e\ufe0f]$/;

/** Folds a query and splits it into words. Undefined if there is none, or nothing but white space. */
export function readQuery(q: string | undefined): Query | undefined {
  return q === undefined || isBlank(q)
    ? undefined
    : { text: q.replace(LAST_SELECTOR, ""), words: words(q), literals: isPlain(q) ? NONE : literalsOf(fold(q)) };
}

/** A text that is equal for equivalent requests and for no others. */
export function identityOf(request: ListQuery): string {
  const { query, match, keys, sort, near, since, ids, page, limit, facets, alternatives } = request;
  let identity = `${page},${limit},${facets.join()},${alternatives},${match},${sort},${since ?? ""}`;
  if (near !== undefined) identity += `,${near.l},${near.a},${near.b}`;
  for (const labels of keys) identity += labels === undefined ? ";" : JSON.stringify(labels);
  if (ids !== undefined) identity += JSON.stringify(ids);
  if (query === undefined) return identity;
  const { text, words, literals } = query;
  return `${identity}?${words.join(" ") || text}${literals.length === 0 ? "" : `?${literals.join(" ")}`}`;
}
