import type { Facet } from "../format/filter-facets.js";
import { FormatError } from "../format/format-error.js";
import type { ListItem } from "../format/list-item.js";
import type { Manifest } from "../format/manifest.js";
import { bitsetWords } from "../format/posting-list.js";
import type { IconRecord } from "../format/record.js";
import { imageForms } from "../images/image-forms.js";
import { type Fallback, type ImageOptions, toImageRequest } from "../images/image-options.js";
import { createImageService, type ImageService } from "../images/image-service.js";
import { monogram } from "../images/monogram.js";
import { type ByteText, bytesOf } from "../text/byte-text.js";
import { countFacets, type FacetLabels, labelSteps } from "./count-facets.js";
import { renderDetail } from "./detail-text.js";
import { runToEnd } from "./execution/cooperative-task.js";
import { createBudget, maxSteps, STEPS, type WorkBudget } from "./execution/work-budget.js";
import { type Explanation, explain } from "./explain.js";
import { createFilterFinder, type FacetKeys } from "./find-filters.js";
import { type Generation, openGeneration, readCurrent } from "./generation/generation.js";
import { createHighlighter, type Highlight } from "./highlight.js";
import { renderHighlighted, renderItems, renderMatches, renderOpenItem } from "./items.js";
import { countLabels, type LabelCount } from "./labels.js";
import { type ListQuery, type ListRequest, type Query, readListRequest, readQuery } from "./list-request.js";
import { createRecordReader } from "./records.js";
import { type Hits, searchNearly } from "./search.js";
import type { Clause } from "./sets/clause.js";
import { allOf, sliceAcross } from "./sets/ordinals.js";
import {
  createSimilarFinder,
  type Similar,
  type SimilarIcon,
  type SimilarRequest,
  type SimilarSearch,
} from "./similar/find-similar.js";

/** Options of an image, and a fallback for icons without one. */
export interface CatalogImageOptions extends ImageOptions {
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
  /** The query that was answered because the original one matches nothing: folded words, separated by single spaces. */
  readonly didYouMean: string | undefined;
  /** Label counts within the result, if requested. */
  readonly facets: FacetLabels | undefined;
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
  /** @throws QueryTooExpensiveError */
  list(request?: ListRequest): Page;
  /** Like `list`, for an already parsed request. @param budget of the whole request; default: a new one */
  page(query: ListQuery, budget?: WorkBudget): Page;
  /**
   * Explains why a search for `q` finds the icon at `ordinal`. Undefined if `q` does not find it; filters are ignored.
   * Decodes the record.
   * @throws FormatError if it is damaged
   */
  explain(q: string | undefined, ordinal: number): Explanation | undefined;
  /** @throws IconNotFoundError */
  get(id: string): IconRecord;
  /** @throws IconNotFoundError */
  ordinalOf(id: string): number;
  /** The list item at `ordinal`. Cheaper than decoding its record. @throws FormatError if it is damaged */
  item(ordinal: number): ListItem;
  /**
   * @throws IconNotFoundError, PhashUnavailableError, PaletteUnavailableError, RangeError if neither or both of `id`
   * and `phash` are given, or if `phash` is given for an order by color
   */
  similar(request: SimilarRequest): Similar;
  /** Starts the same search as a task, for callers that interleave it with other work. */
  beginSimilar(request: SimilarRequest): SimilarSearch;
  /**
   * Labels of a facet with their icon counts, by count, then by code unit. @throws QueryTooExpensiveError if there are
   * too many
   */
  labels(facet: Facet, budget?: WorkBudget): readonly LabelCount[];
  /**
   * The image of an icon in the requested form. Undefined if it has none and no `fallback` is given. Raster images are
   * rendered in a separate process, which starts with the first one and exits after a minute without work.
   *
   * @throws IconNotFoundError, ImageOptionError, NotRecolorableError, NoDrawingError, RenderError, RendererBusyError
   */
  image(id: string, options?: CatalogImageOptions): Promise<Buffer | undefined>;
  /** Whether an icon with this id exists. */
  has(id: string): boolean;
  /**
   * The image of an icon as stored in the blob `images`, as a view. Undefined if it has none. @throws IconNotFoundError
   */
  storedImage(id: string): Buffer | undefined;
  /** The record at `ordinal`, decoded. @throws FormatError if it is damaged */
  record(ordinal: number): IconRecord;
  /** List items as a JSON array. `origin` is prepended to the paths of images served here. */
  renderItems(ordinals: Iterable<number>, origin: string): Buffer;
  renderMatches(matches: readonly SimilarIcon[], origin: string): Buffer;
  /** Like `renderItems`, with a member `_highlight` in each item: its matches of the query `q`. */
  renderHighlighted(ordinals: Iterable<number>, q: string | undefined, origin: string): Buffer;
  /** The detail of an icon as JSON in byte text, as `detailOf` returns it. @throws IconNotFoundError */
  detailText(id: string, origin: string, full: boolean): ByteText;
  /** Like `renderItems`, as byte text for callers that add an envelope. */
  itemsText(ordinals: Uint32Array, origin: string): ByteText;
  matchesText(matches: readonly SimilarIcon[], origin: string): ByteText;
  /**
   * Like `renderHighlighted`, as byte text.
   * @param budget of the whole request; default: a new one
   * @throws QueryTooExpensiveError
   */
  highlightedText(ordinals: Uint32Array, query: Query | undefined, origin: string, budget?: WorkBudget): ByteText;
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
  let service: ImageService | undefined;
  const records = createRecordReader(generation);
  const scratch = new Uint32Array(bitsetWords(manifest.icons));
  const labels = new Map<Facet, readonly LabelCount[]>();
  const findFilters = createFilterFinder(generation);
  const beginSimilar = createSimilarFinder(generation, records.ordinalOf);
  const newBudget = (): WorkBudget => createBudget(maxSteps(manifest.icons));
  const highlighted = (
    ordinals: Uint32Array,
    query: Query | undefined,
    origin: string,
    budget = newBudget(),
  ): ByteText => {
    const highlight = createHighlighter(query, budget);
    const highlightOf = (ordinal: number): Highlight =>
      highlight(records.item(ordinal), () => {
        budget.spend(Math.ceil(records.size(ordinal) / STEPS.bytesPerStep));
        return records.aliases(ordinal);
      });
    return renderHighlighted(items, ordinals, highlightOf, origin);
  };

  const storedImage = (id: string): Buffer | undefined => {
    const item = images.view(records.ordinalOf(id));
    return item.length === 0 ? undefined : item;
  };
  const nameOf = (id: string): string => records.record(records.ordinalOf(id)).name;
  const countWithin = (
    facets: readonly Facet[],
    hits: Hits | undefined,
    filters: readonly Clause[],
    keys: FacetKeys,
    budget: WorkBudget,
  ): FacetLabels =>
    hits === undefined
      ? countFacets(generation, facets, filters, keys, scratch, budget)
      : countFacets(generation, facets, [hits.found], undefined, scratch, budget);
  const page = ({ query, keys, page, limit, facets }: ListQuery, budget = newBudget()): Page => {
    budget.spend(labelSteps(generation, facets));
    const filter = findFilters(keys, budget);
    const hits = query === undefined ? undefined : searchNearly(generation, query, filter.clauses, scratch, budget);
    const tiers = hits?.tiers ?? [allOf(filter.clauses, manifest.icons, budget)];
    const total = hits?.total ?? filter.total ?? tiers[0]!.count();
    const start = (page - 1) * limit;
    const ordinals = start < total ? sliceAcross(tiers, start, Math.min(limit, total - start)) : NONE;
    return {
      ordinals,
      total,
      page,
      limit,
      totalPages: Math.ceil(total / limit),
      didYouMean: hits?.didYouMean,
      facets: facets.length === 0 ? undefined : countWithin(facets, hits, filter.clauses, keys, budget),
    };
  };

  return {
    generation: name,
    manifest,
    builtAt: generation.builtAt,
    size: manifest.icons,
    budget: newBudget,
    list: (request = {}) => page(readListRequest(request)),
    page,
    explain: (q, ordinal) => explain(readQuery(q), records.record(ordinal), ordinal),
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
    async image(id, { fallback, ...options } = {}) {
      const item = storedImage(id) ?? (fallback === undefined ? undefined : monogram(nameOf(id)));
      if (item === undefined) return undefined;
      service ??= createImageService(1);
      return service.request(id, item, toImageRequest(options), "").bytes();
    },
    has: (id) => records.find(id) !== undefined,
    storedImage,
    renderItems: (ordinals, origin) => bytesOf(renderItems(items, Uint32Array.from(ordinals), origin)),
    renderMatches: (matches, origin) => bytesOf(renderMatches(items, matches, origin)),
    renderHighlighted: (ordinals, q, origin) => bytesOf(highlighted(Uint32Array.from(ordinals), readQuery(q), origin)),
    detailText(id, origin, full) {
      const ordinal = records.ordinalOf(id);
      const item = renderOpenItem(items, ordinal, origin);
      const forms = imageForms(id, storedImage(id), origin);
      return renderDetail(item, records.phash(ordinal), records.row(ordinal), full, forms);
    },
    itemsText: (ordinals, origin) => renderItems(items, ordinals, origin),
    matchesText: (matches, origin) => renderMatches(items, matches, origin),
    highlightedText: highlighted,
  };
}

const NONE = new Uint32Array(0);
