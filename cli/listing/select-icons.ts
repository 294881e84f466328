import type { Catalog, Page } from "../../src/catalog/catalog.js";
import type { Filters } from "../../src/catalog/find-filters.js";
import { type ListRequest, readQuery } from "../../src/catalog/list-request.js";
import { FACETS } from "../../src/format/filter-facets.js";
import { decodeImageHead } from "../../src/format/stored-image.js";
import { UsageError } from "../process/failure.js";

/** Icons per page when reading a list. */
const PAGE = 1000;

/** The icons that a command applies to. */
export interface Selection {
  /** Ids, and patterns in which `*` matches any text and `?` any character. */
  readonly ids: readonly string[];
  /** Query words, as in `icons search`. */
  readonly query: string | undefined;
  readonly filters: Filters;
  /** Whether only icons are selected whose color can be changed. */
  readonly recolorable?: boolean | undefined;
}

/** Extracts the filters from the flags of a command. */
export function filtersOf(flags: Filters): Filters {
  return Object.fromEntries(FACETS.flatMap((facet) => (flags[facet] === undefined ? [] : [[facet, flags[facet]]])));
}

/**
 * Yields the ordinals of the selected icons without duplicates, in the order of the given ids, else in display order.
 * Memory: two bits per icon of the catalog.
 *
 * @throws UsageError if nothing is selected, or a pattern matches no icon; IconNotFoundError for an unknown id
 */
export function* selectIcons(
  catalog: Catalog,
  { ids, query, filters, recolorable = false }: Selection,
): Generator<number> {
  const isFiltered = readQuery(query) !== undefined || recolorable || Object.keys(filters).length > 0;
  if (ids.length === 0 && !isFiltered) {
    throw new UsageError("name icons by id or pattern, or select them with --query or filters such as --category");
  }
  const given = createOrdinalSet(catalog.size);
  const passing = isFiltered ? createOrdinalSet(catalog.size) : undefined;
  if (passing !== undefined)
    for (const ordinal of listOrdinals(catalog, { ...filters, q: query }, recolorable)) passing.add(ordinal);
  for (const id of ids.length === 0 ? ["*"] : ids) {
    const matching = /[*?]/.test(id)
      ? matchIds(catalog, id, listOrdinals(catalog, { ...filters, q: query }, recolorable))
      : findId(catalog, id, passing);
    let found = false;
    for (const ordinal of matching) {
      found = true;
      if (given.add(ordinal)) yield ordinal;
    }
    if (!found) throw new UsageError(`no icon ${isFiltered ? "of those selected " : ""}matches ${JSON.stringify(id)}`);
  }
}

/** A page of those icons of a list whose color can be changed. Reads the image of each icon of the list. */
export function listRecolorable(catalog: Catalog, request: ListRequest): Page {
  const { page = 1, limit = 20 } = request;
  const all = [...listOrdinals(catalog, request, true)];
  const ordinals = Uint32Array.from(all.slice((page - 1) * limit, page * limit));
  const totalPages = Math.ceil(all.length / limit);
  return { ...catalog.list({ ...request, limit: 1 }), ordinals, total: all.length, page, limit, totalPages };
}

function* matchIds(catalog: Catalog, pattern: string, listed: Iterable<number>): Generator<number> {
  const matches = patternOf(pattern);
  for (const ordinal of listed) {
    if (matches.test(catalog.item(ordinal).id)) yield ordinal;
  }
}

/** @param passing icons that match the filters; undefined for all */
function* findId(catalog: Catalog, id: string, passing: OrdinalSet | undefined): Generator<number> {
  if (passing === undefined) yield catalog.ordinalOf(id);
  else if (catalog.has(id) && passing.has(catalog.ordinalOf(id))) yield catalog.ordinalOf(id);
}

function* listOrdinals(catalog: Catalog, request: ListRequest, recolorable: boolean): Generator<number> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { ordinals, totalPages } = catalog.list({ ...request, page, limit: PAGE });
    for (const ordinal of ordinals) if (!recolorable || isRecolorable(catalog, ordinal)) yield ordinal;
    pages = totalPages;
  }
}

function isRecolorable(catalog: Catalog, ordinal: number): boolean {
  const item = catalog.storedImage(catalog.item(ordinal).id);
  return item !== undefined && decodeImageHead(item).recolorable;
}

interface OrdinalSet {
  has(ordinal: number): boolean;
  /** @returns whether it was not yet in the set */
  add(ordinal: number): boolean;
}

function createOrdinalSet(size: number): OrdinalSet {
  const bits = new Uint8Array(Math.ceil(size / 8));
  const has = (ordinal: number): boolean => (bits[ordinal >>> 3]! & (1 << (ordinal & 7))) !== 0;
  return {
    has,
    add(ordinal) {
      if (has(ordinal)) return false;
      bits[ordinal >>> 3]! |= 1 << (ordinal & 7);
      return true;
    },
  };
}

function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "su");
}
