import { creditsOf } from "../format/credits.js";
import { FACETS, type Facet } from "../format/filter-facets.js";
import { FormatError } from "../format/format-error.js";
import { keyBytes } from "../format/key-bytes.js";
import type { ListItem } from "../format/list-item.js";
import type { Manifest } from "../format/manifest.js";
import type { OrderTable } from "../format/order-table.js";
import { bitsetWords } from "../format/posting-list.js";
import type { IconRecord } from "../format/record.js";
import { RUNGS, type Rung } from "../format/rungs.js";
import { decodeVariants, type StoredVariant } from "../format/variants.js";
import { adaptiveImage } from "../images/adaptive-image.js";
import { THEMES } from "../images/bare-tint.js";
import { imageForms } from "../images/image-forms.js";
import { type Fallback, type ImageOptions, toImageRequest } from "../images/image-options.js";
import { createImageService, type ImageService } from "../images/image-service.js";
import { monogram } from "../images/monogram.js";
import { asByteText, type ByteText, bytesOf } from "../text/byte-text.js";
import { composeHangul } from "../text/fold.js";
import { type Changes, orderChanges } from "./changes.js";
import { countFacets, type FacetLabels, labelSteps } from "./count-facets.js";
import { renderDetail, variantsOf } from "./detail-text.js";
import { type CooperativeTask, runToEnd } from "./execution/cooperative-task.js";
import { createBudget, maxSteps, STEPS, type WorkBudget } from "./execution/work-budget.js";
import { type Explanation, explain } from "./explain.js";
import { explainByMeaning } from "./explain-text.js";
import { createFilterFinder, type FacetKeys, type FilterClauses } from "./find-filters.js";
import { type Generation, openGeneration, readCurrent } from "./generation/generation.js";
import { createHighlighter } from "./highlight.js";
import { type IconSets, openIconSets } from "./icon-sets.js";
import type { Identity } from "./identity-kinds.js";
import { itemImage } from "./item-image.js";
import { renderExtended, renderItems, renderMatches, renderOpenItem, renderResolved } from "./items.js";
import { countLabels, type LabelCount } from "./labels.js";
import { type ListQuery, type ListRequest, type Query, readListRequest, readQuery } from "./list-request.js";
import { byNearestColor } from "./nearest-color.js";
import { createRecordReader } from "./records.js";
import { createResolver, type Resolution } from "./resolve.js";
import { isMisspelled } from "./resolve-names.js";
import type { Hits } from "./search/hits.js";
import { createLadder } from "./search/ladder.js";
import { likelyName } from "./search/likely-name.js";
import { meaningOf, readTextRules, type TextRules } from "./search/text-rules.js";
import type { Clause } from "./sets/clause.js";
import { allOf, materialize, sliceAcross } from "./sets/ordinals.js";
import { amongChampions, atPositions, sortedSlice, updatedSince } from "./sets/sort.js";
import { createSimilarFinder, type Similar, type SimilarIcon, type SimilarSearch } from "./similar/find-similar.js";
import type { SimilarRequest } from "./similar/similar-request.js";
import { chooseVariant, type ImageChoice } from "./variants.js";

/** Options of an image, and a fallback for icons without one. */
export interface CatalogImageOptions extends ImageOptions, ImageChoice {
  /** Default: none; the result is undefined. */
  readonly fallback?: Fallback | undefined;
}

/** One page of a list. */
export interface Page {
  readonly ordinals: Uint32Array;
  /** Matching icons, exact. */
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
  /** The query that was searched because the original query matches nothing: folded words, separated by single spaces. */
  readonly didYouMean: string | undefined;
  /** The rung that found the icons. Undefined: names, aliases and developers, or there is no query or no result. */
  readonly matched: Rung | undefined;
  /** The folded query words that the first icon does not have. Empty except for `fewer-words`. */
  readonly dropped: readonly string[];
  /** Label counts within the result, if requested. */
  readonly facets: FacetLabels | undefined;
}

/** Members that are added to list items on request. */
export interface MoreMembers {
  /** `_highlight`: the matches of a query; undefined as the query highlights nothing. */
  readonly highlight?: { readonly query: Query | undefined };
  /** `_image`: how to show the image; absent from items without one. */
  readonly images?: boolean | undefined;
  /** `_credits`: license, source and author of the image. Decodes the record. */
  readonly credits?: boolean | undefined;
}

/** All queries of one opened generation. Immutable; independent of HTTP. */
export interface Catalog {
  readonly generation: string;
  readonly manifest: Manifest;
  readonly builtAt: Date;
  /** Number of icons. */
  readonly size: number;
  /** A new work budget for one request. */
  budget(): WorkBudget;
  /**
   * @throws QueryTooExpensiveError, RangeError if `updated_since` is not a date of the calendar, TypeError if the labels
   *   of a facet are not an array
   */
  list(request?: ListRequest): Page;
  /**
   * Like `list`, for an already parsed request.
   * @param budget of the whole request; default: a new one
   * @param within beginnings of ids; icons with other ids count as absent; undefined: all icons
   */
  page(query: ListQuery, budget?: WorkBudget, within?: readonly string[]): Page;
  /**
   * The whole name of an icon that a query, which is none itself, likely means.
   *
   * @param respell whether spelling counts
   */
  likelyName(q: string, respell: boolean, budget?: WorkBudget): string | undefined;
  /** The id of the icon at `ordinal`, if it contains nothing that JSON escapes. Cheaper than `item`. */
  plainId(ordinal: number): string;
  /** The sets for the Iconify API. @param ownPrefix prefix of the records whose ids have none */
  iconSets(ownPrefix: string): IconSets;
  /**
   * Explains why a search for `q` finds the icon at `ordinal`. Undefined if `q` does not find it; filters are ignored.
   * Decodes the record.
   * @throws FormatError if it is damaged
   */
  explain(q: string | undefined, ordinal: number, matched?: Rung): Explanation | undefined;
  /** @throws IconNotFoundError, IconRenamedError, IconRemovedError */
  get(id: string): IconRecord;
  /** @throws IconNotFoundError, IconRenamedError, IconRemovedError */
  ordinalOf(id: string): number;
  /** The list item at `ordinal`. Cheaper than decoding its record. @throws FormatError if it is damaged */
  item(ordinal: number): ListItem;
  /**
   * @throws the errors of `ordinalOf`, PhashUnavailableError, PaletteUnavailableError, VectorUnavailableError,
   * RangeError if not exactly one of `id`, `phash` and `vector` is given, or it can't be compared in the requested
   * order
   */
  similar(request: SimilarRequest): Similar;
  /** Starts the same search as a task, for callers that interleave it with other work. */
  beginSimilar(request: SimilarRequest): SimilarSearch;
  /**
   * Labels of a facet with their icon counts, by count, then by code unit. @throws QueryTooExpensiveError if there are
   * too many
   */
  labels(facet: Facet, budget?: WorkBudget): readonly LabelCount[];
  /** Whether any icon has the label of a key. */
  hasLabel(facet: Facet, key: string): boolean;
  /**
   * The image of an icon in the requested form. Undefined if it has none and no `fallback` is given. Raster images are
   * rendered in a separate process, which starts with the first one and exits after a minute without work.
   *
   * @throws the errors of `storedImage`, ImageOptionError, NotRecolorableError, NoDrawingError, RenderError,
   * RendererUnavailableError
   */
  image(id: string, options?: CatalogImageOptions): Promise<Buffer | undefined>;
  /** The changes since a time in milliseconds, newest first; see `orderChanges`, which is computed once. */
  changes(since: number): CooperativeTask<Changes>;
  /** The time of the build of a generation in the same folder; undefined if there is none. */
  builtAtOf(generation: string): Date | undefined;
  /** Whether the icon at `ordinal` has an image. */
  hasImage(ordinal: number): boolean;
  /** Whether an icon with this id exists. */
  has(id: string): boolean;
  /** The ids that equal a text except for case and dashes, as in `homeassistant`. */
  idsLike(text: string): string[];
  /** The ordinal of the icon with this id or former id; undefined if there is none. */
  current(id: string): number | undefined;
  /**
   * An image of an icon as stored in the blob `images`, as a view. Undefined if it has none.
   *
   * @param choice default: the icon's own image
   * @throws the errors of `ordinalOf`, VariantNotFoundError
   */
  storedImage(id: string, choice?: ImageChoice): Buffer | undefined;
  /** The variants of an icon, in the order of its record; their images are views. @throws the errors of `ordinalOf` */
  variants(id: string): readonly StoredVariant[];
  /**
   * The icons of identities, in their order, or why they have none. With `fuzzy`, names that no icon has may be misspelled
   * by one letter.
   *
   * @param budget of all of them; default: a new one
   * @throws QueryTooExpensiveError
   */
  resolve(identities: readonly Identity[], fuzzy?: boolean, budget?: WorkBudget): Resolution[];
  /** The record at `ordinal`, decoded. @throws FormatError if it is damaged */
  record(ordinal: number): IconRecord;
  /** List items as a JSON array. `origin` is prepended to the paths of images served here. */
  renderItems(ordinals: Iterable<number>, origin: string): Buffer;
  renderMatches(matches: readonly SimilarIcon[], origin: string): Buffer;
  /** Like `renderItems`, with a member `_highlight` in each item: its matches of the query `q`. */
  renderHighlighted(ordinals: Iterable<number>, q: string | undefined, origin: string): Buffer;
  /**
   * The detail of an icon as JSON in byte text, as `detailOf` returns it.
   * @param images whether it has a member `_image`
   * @throws the errors of `ordinalOf`
   */
  detailText(id: string, origin: string, full: boolean, images?: boolean): ByteText;
  /** Resolved identities as a JSON array, as byte text. */
  resolvedText(identities: readonly Identity[], resolved: readonly Resolution[], origin: string): ByteText;
  /** Like `renderItems`, as byte text for callers that add an envelope. */
  itemsText(ordinals: Uint32Array, origin: string): ByteText;
  /** @param images whether each item has a member `_image` */
  matchesText(matches: readonly SimilarIcon[], origin: string, images?: boolean): ByteText;
  /**
   * Like `itemsText`, with further members in each item.
   * @param budget of the whole request; default: a new one
   * @throws QueryTooExpensiveError
   */
  extendedText(ordinals: Uint32Array, members: MoreMembers, origin: string, budget?: WorkBudget): ByteText;
}

/**
 * Opens the live generation of an artifacts folder, or the named one. Takes constant time, since files are mapped, not
 * read.
 *
 * @throws FormatError if the folder contains no generation, or the generation is damaged
 */
export function openCatalog(artifacts: string, name = readCurrent(artifacts)): Catalog {
  if (name === undefined) throw new FormatError(artifacts, "contains no generation; run `icons build` first");
  return createCatalog(openGeneration(artifacts, name));
}

/** Creates the catalog of an opened generation. */
export function createCatalog(generation: Generation): Catalog {
  const { name, manifest } = generation;
  const items = generation.blob("cards");
  const images = generation.blob("images");
  const variants = generation.blob("variants");
  let service: ImageService | undefined;
  const records = createRecordReader(generation);
  const scratch = new Uint32Array(bitsetWords(manifest.icons));
  let sets: { readonly prefix: string; readonly opened: IconSets } | undefined;
  let sortScratch: Uint32Array | undefined;
  let changesSince: ((since: number) => Changes) | undefined;
  let rules: TextRules | undefined;
  const labels = new Map<Facet, readonly LabelCount[]>();
  const findFilters = createFilterFinder(generation);
  const resolve = createResolver(generation, records);
  const search = createLadder(generation, scratch, resolve);
  const beginSimilar = createSimilarFinder(generation, records.ordinalOf);
  const newBudget = (): WorkBudget => createBudget(maxSteps(manifest.icons));
  const imageMember = (ordinal: number): string => {
    const item = images.view(ordinal);
    return item.length === 0 ? "" : `,"_image":${JSON.stringify(itemImage(item, generation.palettes, ordinal))}`;
  };
  const extended = (
    ordinals: Uint32Array,
    { highlight: marked, images: described = false, credits: credited = false }: MoreMembers,
    origin: string,
    budget = newBudget(),
  ): ByteText => {
    const highlight = createHighlighter(marked?.query, budget);
    const highlightMember = (ordinal: number): string => {
      const marks = highlight(records.item(ordinal), () => {
        budget.spend(Math.ceil(records.size(ordinal) / STEPS.bytesPerStep));
        return records.aliases(ordinal);
      });
      return `,"_highlight":${JSON.stringify(marks)}`;
    };
    const creditsMember = (ordinal: number): string => {
      budget.spend(Math.ceil(records.size(ordinal) / STEPS.bytesPerStep));
      const record = records.record(ordinal);
      return `,"_credits":${JSON.stringify({ ...creditsOf(record), website: record.website })}`;
    };
    const membersOf = (ordinal: number): string =>
      (described ? imageMember(ordinal) : "") +
      (credited ? creditsMember(ordinal) : "") +
      (marked === undefined ? "" : highlightMember(ordinal));
    return renderExtended(items, ordinals, membersOf, origin);
  };

  const variantsAt = (ordinal: number): readonly StoredVariant[] =>
    decodeVariants(variants.view(ordinal), ordinal, variants.path(ordinal));
  const storedImage = (id: string, { variant, theme }: ImageChoice = {}): Buffer | undefined => {
    if (theme === "auto") {
      const [light, dark] = THEMES.map((known) => storedImage(id, { variant, theme: known }));
      return light && dark && adaptiveImage(light, dark);
    }
    const ordinal = records.ordinalOf(id);
    const own = images.view(ordinal);
    const isOwn = variant === undefined && theme === undefined;
    const chosen = isOwn ? undefined : chooseVariant(id, variantsAt(ordinal), { variant, theme }, own);
    const item = chosen?.image ?? own;
    return item.length === 0 ? undefined : item;
  };
  const nameOf = (id: string): string => records.record(records.ordinalOf(id)).name;
  const countWithin = (
    facets: readonly Facet[],
    hits: Hits | undefined,
    filters: readonly Clause[],
    keys: FacetKeys | undefined,
    budget: WorkBudget,
  ): FacetLabels =>
    hits === undefined
      ? countFacets(generation, facets, filters, keys, scratch, budget)
      : countFacets(generation, facets, [hits.found], undefined, scratch, budget);
  const ids = generation.dictionary("ids");
  const beginningWith = (beginnings: readonly string[], budget: WorkBudget): Clause => {
    const ranges = beginnings.map((beginning) => ids.prefixRange(keyBytes(beginning)));
    return { any: ranges.map(([from, to]) => ids.union(from, to, budget.spend)), disjoint: true };
  };
  const among = (wanted: readonly string[], budget: WorkBudget): Clause => {
    budget.spend(wanted.length * STEPS.lookUp);
    const list = Uint32Array.from(new Set(wanted.flatMap((id) => records.current(id) ?? []))).sort();
    return { any: [{ count: list.length, list }] };
  };
  const page = (
    { query, match, keys, sort, near, since, ids: named, page, limit, facets, alternatives }: ListQuery,
    budget = newBudget(),
    within?: readonly string[],
  ): Page => {
    budget.spend(labelSteps(generation, facets));
    if (Number.isNaN(since)) throw new RangeError("updated_since is not a date of the calendar");
    const scope = [
      ...(within === undefined ? [] : [beginningWith(within, budget)]),
      ...(named === undefined ? [] : [among(named, budget)]),
    ];
    const isScoped = scope.length > 0;
    /** @param inOrder whose positions the clauses contain; undefined: they contain ordinals */
    const filterOf = (inOrder: OrderTable | undefined, wanted = keys): FilterClauses => {
      const filters = findFilters(wanted, budget, inOrder);
      const others: Clause[] = [...scope];
      if (since !== undefined) others.push({ any: [updatedSince(generation.orders.updated, since, budget, inOrder)] });
      return others.length === 0 ? filters : { clauses: [...filters.clauses, ...others], total: undefined };
    };
    const order = sort === "relevance" || sort === "color" ? undefined : generation.orders[sort];
    // Without dates, an order is the display order.
    const isSorted = order !== undefined && order.ordinals.length > 0;
    const inOrder = isSorted && query === undefined && !isScoped ? order : undefined;
    const filter = filterOf(inOrder);
    const hits = query === undefined ? undefined : search(query, match, filter.clauses, budget, scope);
    const tiers = hits?.tiers ?? [allOf(filter.clauses, manifest.icons, budget)];
    const total = hits?.total ?? filter.total ?? tiers[0]!.count();
    const start = (page - 1) * limit;
    const length = Math.min(limit, total - start);
    const sliced = (): Uint32Array => {
      if (inOrder !== undefined) return atPositions(inOrder, tiers[0]!.slice(start, length));
      if (near !== undefined) {
        const found = allOf(hits === undefined ? filter.clauses : [hits.found], manifest.icons, budget);
        return byNearestColor(found.slice(0, total), near, generation.palettes, { start, length }, budget);
      }
      if (order === undefined) return sliceAcross(tiers, start, length);
      const found = hits?.found ?? { any: [materialize(filter.clauses, scratch, budget)] };
      if (!isSorted) return allOf([found], manifest.icons, budget).slice(start, length);
      const term = hits?.term;
      if (term !== undefined && !isScoped && since === undefined) {
        const passing = { term: term.index, share: total / term.icons, filters: () => filterOf(order).clauses };
        const first = amongChampions(order, passing, start, length, budget);
        if (first !== undefined) return first;
      }
      sortScratch ??= new Uint32Array(scratch.length);
      return sortedSlice(found, total, order, start, length, sortScratch, budget);
    };
    const ordinals = start < total ? sliced() : NONE;
    const counted = (some: readonly Facet[], wanted: FacetKeys): FacetLabels => {
      const isOwn = wanted === keys;
      const { clauses } = isOwn && inOrder === undefined ? filter : filterOf(undefined, wanted);
      const tabled = since === undefined && !isScoped ? wanted : undefined;
      const found = isOwn || query === undefined ? hits : search(query, match, clauses, budget, scope);
      return countWithin(some, found, clauses, tabled, budget);
    };
    const isWidened = (facet: Facet): boolean => alternatives && keys[FACETS.indexOf(facet)] !== undefined;
    const countAll = (): FacetLabels => {
      const within = counted(
        facets.filter((facet) => !isWidened(facet)),
        keys,
      );
      const others = facets
        .filter(isWidened)
        .map((facet) => counted([facet], keys.with(FACETS.indexOf(facet), undefined)));
      return Object.assign({}, within, ...others);
    };
    return {
      ordinals,
      total,
      page,
      limit,
      totalPages: Math.ceil(total / limit),
      didYouMean: hits?.didYouMean === undefined ? undefined : composeHangul(hits.didYouMean),
      matched: hits?.matched,
      dropped: (hits?.dropped ?? []).map(composeHangul),
      facets: facets.length === 0 ? undefined : countAll(),
    };
  };

  /** The best result of a search by names, if the query is a misspelling of one of its names. */
  const likeName = (q: string, budget: WorkBudget): Resolution | undefined => {
    const request = readListRequest({ q, match: "name", limit: 1 });
    const [ordinal] = request.query === undefined ? [] : page(request, budget).ordinals;
    if (ordinal === undefined) return undefined;
    const names = [records.item(ordinal).name, ...records.aliases(ordinal)];
    return names.some((each) => isMisspelled(q, each)) ? { ordinal, reason: "similar name" } : undefined;
  };

  return {
    generation: name,
    manifest,
    builtAt: generation.builtAt,
    size: manifest.icons,
    budget: newBudget,
    plainId(ordinal) {
      const item = items.text(ordinal);
      return item.slice(ID_START, item.indexOf('"', ID_START));
    },
    iconSets(ownPrefix) {
      if (sets?.prefix !== ownPrefix)
        sets = { prefix: ownPrefix, opened: openIconSets(generation, records, ownPrefix) };
      return sets.opened;
    },
    *changes(since) {
      changesSince ??= yield* orderChanges(generation);
      return changesSince(since);
    },
    builtAtOf: generation.builtAtOf,
    hasImage: (ordinal) => images.view(ordinal).length > 0,
    list: (request = {}) => page(readListRequest(request)),
    page,
    likelyName(q, respell, budget = newBudget()) {
      rules ??= readTextRules(generation);
      return likelyName(generation, q, rules.stem, respell, budget);
    },
    explain(q, ordinal, matched) {
      const record = records.record(ordinal);
      const byName = explain(readQuery(q), record, ordinal);
      if (byName !== undefined || matched === undefined || q === undefined) return byName;
      return {
        tier: 1,
        reason: RUNGS[matched].label,
        words: explainByMeaning(q, record, meaningOf(generation, ordinal)),
        ordinal,
      };
    },
    get: (id) => records.record(records.ordinalOf(id)),
    ordinalOf: records.ordinalOf,
    item: records.item,
    record: records.record,
    similar(request) {
      const search = beginSimilar(request);
      return { ...search, matches: runToEnd(search.matches) };
    },
    beginSimilar,
    labels(facet, budget = newBudget()) {
      budget.spend(labelSteps(generation, [facet]));
      const known = labels.get(facet) ?? countLabels(generation.dictionary(facet));
      labels.set(facet, known);
      return known;
    },
    hasLabel: (facet, key) => generation.dictionary(facet).find(keyBytes(key)) >= 0,
    async image(id, { fallback, variant, theme, ...options } = {}) {
      const item = storedImage(id, { variant, theme }) ?? (fallback === undefined ? undefined : monogram(nameOf(id)));
      if (item === undefined) return undefined;
      service ??= createImageService(1);
      const name = `${id}\0${variant ?? ""}\0${theme ?? ""}`;
      return service.request(name, item, toImageRequest(options)).bytes();
    },
    has: (id) => records.find(id) !== undefined,
    idsLike: records.like,
    current: records.current,
    storedImage,
    variants: (id) => variantsAt(records.ordinalOf(id)),
    resolve: (identities, fuzzy = false, budget = newBudget()) =>
      identities.map((identity) => {
        const found = resolve(identity, budget);
        const isTried = found.reason === "unknown" && fuzzy && identity.kind === "name";
        return isTried ? (likeName(identity.value, budget) ?? found) : found;
      }),
    resolvedText: (identities, resolved, origin) => renderResolved(items, identities, resolved, origin),
    renderItems: (ordinals, origin) => bytesOf(renderItems(items, Uint32Array.from(ordinals), origin)),
    renderMatches: (matches, origin) => bytesOf(renderMatches(items, matches, origin)),
    renderHighlighted: (ordinals, q, origin) =>
      bytesOf(extended(Uint32Array.from(ordinals), { highlight: { query: readQuery(q) } }, origin)),
    detailText(id, origin, full, described = false) {
      const ordinal = records.ordinalOf(id);
      const item = renderOpenItem(items, ordinal, origin);
      const forms = imageForms(id, storedImage(id), origin);
      const others = variantsOf(id, variantsAt(ordinal), origin);
      const detail = renderDetail(item, records.phash(ordinal), records.row(ordinal), full, forms, others);
      return described ? asByteText(`${detail.slice(0, -1)}${imageMember(ordinal)}}`) : detail;
    },
    itemsText: (ordinals, origin) => renderItems(items, ordinals, origin),
    matchesText: (matches, origin, described = false) =>
      renderMatches(items, matches, origin, described ? imageMember : undefined),
    extendedText: extended,
  };
}

const NONE = new Uint32Array(0);
/** Where the id begins in a stored list item. */
const ID_START = '{"id":"'.length;
