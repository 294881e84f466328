import type { Facet } from "../format/artifact-files.js";
import { FormatError } from "../format/errors.js";
import type { Manifest } from "../format/manifest.js";
import { bitsetWords } from "../format/posting-list.js";
import type { IconRecord } from "../format/record.js";
import { type ByteText, bytesOf } from "../text/byte-text.js";
import { renderDetail } from "./detail.js";
import { createFilterFinder } from "./filters.js";
import { openGeneration, readCurrent } from "./generation.js";
import { renderItems, renderNeighbours, renderOpenCard } from "./items.js";
import { countLabels, type LabelCount } from "./labels.js";
import { type ListQuery, type ListRequest, readListRequest } from "./list-request.js";
import { createRecordReader } from "./records.js";
import { search } from "./search.js";
import { allOf } from "./sets/ordinals.js";
import { sliceAcross } from "./sets/slice-across.js";
import { createSimilarFinder, type LookAlike, type Similar, type SimilarRequest } from "./similar.js";

/** One page of a list. */
export interface Page {
  readonly ordinals: Uint32Array;
  /** Matching icons, exact. */
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
}

/** Everything that can be asked of one opened generation. Immutable; free of HTTP. */
export interface Catalog {
  readonly generation: string;
  readonly manifest: Manifest;
  readonly builtAt: Date;
  /** Number of icons. */
  readonly size: number;
  list(request?: ListRequest): Page;
  /** The same for a request that was read already. */
  page(query: ListQuery): Page;
  /** @throws IconNotFoundError */
  get(id: string): IconRecord;
  /**
   * @throws IconNotFoundError, PhashUnavailableError, PaletteUnavailableError, RangeError when neither or both of `id` and `phash`
   * are given, or `phash` for an order by colour
   */
  similar(request: SimilarRequest): Similar;
  /** Labels of a facet with their icon counts, by count, then by code unit. */
  labels(facet: Facet): readonly LabelCount[];
  /** The picture of an icon (WebP), a copy, or undefined when it has none. @throws IconNotFoundError */
  image(id: string): Buffer | undefined;
  /** The record at `ordinal`, decoded. @throws FormatError when it is damaged */
  record(ordinal: number): IconRecord;
  /** List items as a JSON array; `origin` goes before the path of our own pictures. */
  renderItems(ordinals: Iterable<number>, origin: string): Buffer;
  renderNeighbours(neighbours: readonly LookAlike[], origin: string): Buffer;
  /** The detail of an icon as JSON in byte text, as `detailOf` tells it. @throws IconNotFoundError */
  detailText(id: string, origin: string, full: boolean): ByteText;
  /** The same as byte text, for who puts more around it. */
  itemsText(ordinals: Uint32Array, origin: string): ByteText;
  neighboursText(neighbours: readonly LookAlike[], origin: string): ByteText;
}

/**
 * Opens the live generation of an artifacts folder, or the one named. Instant at any size: files are mapped, not read.
 *
 * @throws FormatError when nothing has been built there, or when what is there is damaged
 */
export function openCatalog(artifacts: string, name = readCurrent(artifacts)): Catalog {
  if (name === undefined) throw new FormatError(artifacts, "holds no generation; run `icons build` first");
  const generation = openGeneration(artifacts, name);
  const { manifest } = generation;
  const cards = generation.blob("cards");
  const records = createRecordReader(generation);
  const scratch = new Uint32Array(bitsetWords(manifest.icons));
  const labels = new Map<Facet, readonly LabelCount[]>();
  const findFilters = createFilterFinder(generation);

  const page = ({ query, keys, page, limit }: ListQuery): Page => {
    const filter = findFilters(keys);
    const hits = query === undefined ? undefined : search(generation, query, filter.clauses, scratch);
    const tiers = hits?.tiers ?? [allOf(filter.clauses, manifest.icons)];
    const total = hits?.total ?? filter.total ?? tiers[0]!.count();
    const start = (page - 1) * limit;
    const ordinals = start < total ? sliceAcross(tiers, start, Math.min(limit, total - start)) : NONE;
    return { ordinals, total, page, limit, totalPages: Math.ceil(total / limit) };
  };

  return {
    generation: name,
    manifest,
    builtAt: generation.builtAt,
    size: manifest.icons,
    list: (request = {}) => page(readListRequest(request)),
    page,
    get: (id) => records.record(records.ordinalOf(id)),
    record: records.record,
    similar: createSimilarFinder(generation, records.ordinalOf),
    labels(facet) {
      const known = labels.get(facet) ?? countLabels(generation.dictionary(facet));
      labels.set(facet, known);
      return known;
    },
    image(id) {
      const image = generation.blob("images").view(records.ordinalOf(id));
      return image.length === 0 ? undefined : Buffer.from(image);
    },
    renderItems: (ordinals, origin) => bytesOf(renderItems(cards, Uint32Array.from(ordinals), origin)),
    renderNeighbours: (neighbours, origin) => bytesOf(renderNeighbours(cards, neighbours, origin)),
    detailText(id, origin, full) {
      const ordinal = records.ordinalOf(id);
      return renderDetail(renderOpenCard(cards, ordinal, origin), records.phash(ordinal), records.row(ordinal), full);
    },
    itemsText: (ordinals, origin) => renderItems(cards, ordinals, origin),
    neighboursText: (neighbours, origin) => renderNeighbours(cards, neighbours, origin),
  };
}

const NONE = new Uint32Array(0);
