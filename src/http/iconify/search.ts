import type { Catalog, Page } from "../../catalog/catalog.js";
import { ICON_NAME, type IconSet, type IconSets } from "../../catalog/icon-sets.js";
import { readListRequest } from "../../catalog/list-request.js";
import { type IconData, setKey, styleOf } from "../../format/icon-sets.js";
import { asByteText, type ByteText, toByteText } from "../../text/byte-text.js";
import { createGenerationCache, type GenerationCache } from "../responses/generation-cache.js";
import { iconOf } from "./icon-data.js";
import { type IconifyRequest, type Listed, type Parameters, readFlag } from "./parameters.js";
import { readSearchQuery, type SearchQuery } from "./search-query.js";

/** Enough for the results of 1,000 queries of 64 icons. */
const FOUND_BYTES = 2 ** 20;

const LIMITS = { least: 32, most: 999, usual: 64 } as const;
/** Results among which icons of a style are looked for. */
const STYLED_RESULTS = 2000;
/** Maximum number of icons to select before a search; among more, results are filtered, since uniting takes longer. */
const MOST_SELECTED = 30_000;
/** If fewer icons match other than by name, the query may be misspelled. */
const FEW = 8;
/** Maximum length of a query in code points, as in `/api/v1/icons`. */
const MAX_QUERY = 200;

/** The results of a ranked search: ordinals, and their bytes. */
interface Found {
  readonly ordinals: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Recently found results by query and parameters. Clients search again while they page, and for popular words. */
export type FoundIcons = GenerationCache<Found>;

export function createFoundIcons(): FoundIcons {
  return createGenerationCache(FOUND_BYTES);
}

/** The response of `/search`, in the shape of @iconify/api. */
export function searchText({ catalog, sets, parameters }: IconifyRequest, found: FoundIcons): Listed {
  const { query } = parameters;
  if (!query || [...query].length > MAX_QUERY) return 400;
  const limit = limitOf(parameters);
  const start = parameters.start ? Number.parseInt(parameters.start, 10) : 0;
  if (limit === undefined || Number.isNaN(start) || start < 0 || start >= limit) return 400;
  const range = { start, limit };
  const wanted = readSearchQuery(query);
  if (wanted === undefined) return responseText(sets, parameters, range, []);
  const key = keyOf(parameters, limit);
  const { generation } = catalog;
  let ordinals = found.get(generation, key)?.ordinals;
  if (ordinals === undefined) {
    ordinals = Uint32Array.from(findIcons(catalog, sets, wanted, parameters, limit));
    found.set(generation, key, { ordinals, bytes: new Uint8Array(ordinals.buffer) });
  }
  const names = Array.from(ordinals, (ordinal) => nameOf(catalog, sets, ordinal));
  return responseText(sets, parameters, range, names);
}

/** @param names of all results up to the limit */
function responseText(
  sets: IconSets,
  parameters: Parameters,
  { start, limit }: { readonly start: number; readonly limit: number },
  names: readonly string[],
): ByteText {
  const found = new Set(names.map((name) => name.slice(0, name.indexOf(":"))));
  const collections: string[] = [];
  for (const prefix of found) {
    const info = sets.all.get(prefix)?.info;
    if (info !== undefined) collections.push(`"${prefix}":${info}`);
  }
  const listed = names.slice(start);
  const icons = listed.length === 0 ? "[]" : `["${listed.join('","')}"]`;
  const request = toByteText(JSON.stringify(parameters));
  return asByteText(
    `{"icons":${icons},"total":${names.length},"limit":${limit},"start":${start},"collections":{${collections.join()}},"request":${request}}`,
  );
}

/** `min` takes precedence. Undefined if a value is not a number. */
function limitOf({ limit, min }: Parameters): number | undefined {
  let result: number = LIMITS.usual;
  for (const text of [limit, min]) {
    if (!text) continue;
    const number = Number.parseInt(text, 10);
    if (!number) return undefined;
    result = Math.max(LIMITS.least, Math.min(number, LIMITS.most));
  }
  return result;
}

/** What the results of a ranked search depend on, apart from the generation. */
function keyOf({ query, prefix, prefixes, collection, category, similar }: Parameters, limit: number): string {
  return JSON.stringify([query, limit, prefix, prefixes, collection, category, similar]);
}

/** The icon at `ordinal` as `prefix:name`; it needs no escapes in JSON. */
function nameOf(catalog: Catalog, { ownPrefix }: IconSets, ordinal: number): string {
  const id = catalog.plainId(ordinal);
  return id.includes(":") ? id : `${ownPrefix}:${id}`;
}

/** The ordinals of the results. */
function findIcons(
  catalog: Catalog,
  sets: IconSets,
  query: SearchQuery,
  parameters: Parameters,
  limit: number,
): number[] {
  const shown = filterSets(sets, query, parameters);
  if (shown.length === 0) return [];
  const isAll = shown.length === sets.all.size;
  const ownIsShown = shown.some(({ prefix }) => prefix === sets.ownPrefix);
  // Records without a prefix can't be selected by the beginning of their ids.
  const icons = shown.reduce((sum, { facts }) => sum + facts.total, 0);
  const isFew = icons <= MOST_SELECTED && !ownIsShown && !isAll;
  const within = isFew ? shown.map(({ prefix }) => setKey(prefix, "")) : undefined;
  const prefixes = new Set(shown.map(({ prefix }) => prefix));
  const match = readFlag(parameters.similar) === false ? "name" : "auto";
  const isFiltered = query.style !== undefined || (within === undefined && !isAll);
  const budget = catalog.budget();
  const pageOf = (q: string): Page =>
    catalog.page(readListRequest({ q, match, limit: isFiltered ? STYLED_RESULTS : limit }), budget, within);
  const page = pageOf(query.text);
  const isNamed = page.matched === undefined || page.matched === "few-names";
  const isWeak = !isNamed && (page.matched === "inside" || page.total < FEW);
  const likely = match === "name" ? undefined : catalog.likelyName(query.text, isWeak, budget);
  const ordinals = likely === undefined ? page.ordinals : new Set([...pageOf(likely).ordinals, ...page.ordinals]);
  const found: number[] = [];
  for (const ordinal of ordinals) {
    if (found.length === limit) break;
    const name = nameOf(catalog, sets, ordinal);
    const colon = name.indexOf(":");
    const set = prefixes.has(name.slice(0, colon)) ? sets.all.get(name.slice(0, colon)) : undefined;
    if (set === undefined || !ICON_NAME.test(name.slice(colon + 1))) continue;
    if (query.style === undefined || hasStyle(sets, set, name.slice(colon + 1), query.style)) found.push(ordinal);
  }
  return found;
}

/** The sets that meet the conditions of a query and of the parameters `prefix`, `prefixes`, `category` and `tag`. */
function filterSets(sets: IconSets, { prefixes, palette, style }: SearchQuery, parameters: Parameters): IconSet[] {
  const { prefix, collection, category } = parameters;
  const several = parameters.prefixes?.split(",");
  const named = several ?? (prefix ? [prefix] : collection ? [collection] : undefined);
  return [...sets.all.values()].filter(
    ({ prefix, facts }) =>
      facts.info !== undefined &&
      facts.info.hidden !== true &&
      (palette === undefined || facts.info.palette === palette) &&
      (style === undefined || facts.style === undefined || facts.style === style || facts.style === "mixed") &&
      (!category || facts.info.category === category) &&
      (named === undefined || isAmong(prefix, named)) &&
      (prefixes === undefined || isAmong(prefix, prefixes)),
  );
}

function isAmong(prefix: string, wanted: readonly string[]): boolean {
  return wanted.some((each) => isNamed(prefix, each));
}

/** Whether a prefix is the wanted one, or begins with it up to a dash. */
function isNamed(prefix: string, wanted: string): boolean {
  return prefix === wanted || (wanted.endsWith("-") && prefix.startsWith(wanted));
}

function hasStyle(sets: IconSets, set: IconSet, name: string, style: "fill" | "stroke"): boolean {
  if (set.facts.style !== "mixed" && set.facts.style !== undefined) return set.facts.style === style;
  const stored = sets.icon(set.prefix, name);
  const icon = stored === undefined ? undefined : iconOf(sets, set, stored);
  return icon !== undefined && styleOf((icon as IconData).body) === style;
}
