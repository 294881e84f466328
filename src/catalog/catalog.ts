import { Unpackr } from "msgpackr";
import type { Facet } from "../format/artifact-files.js";
import { FormatError } from "../format/errors.js";
import type { Manifest } from "../format/manifest.js";
import type { IconRecord } from "../format/record.js";
import { formatHash, parseHash } from "../phash/hash-text.js";
import { type ByteText, bytesOf } from "../text/byte-text.js";
import { IconNotFoundError, PhashUnavailableError } from "./errors.js";
import { canonicalFilters, type Filters, filterOrdinals } from "./filters.js";
import { openGeneration, readCurrent } from "./generation.js";
import { renderItems, renderNeighbours } from "./items.js";
import { MAX_DISTANCE, type Neighbour, nearestHashes } from "./nearest.js";
import { intersect, type Ordinals } from "./ordinals.js";
import { canonicalQuery, searchTiers } from "./search.js";

export interface ListRequest extends Filters {
  /** Every word must begin a word of the name, an alias or the developer. */
  readonly q?: string;
  /** From 1; default 1. */
  readonly page?: number;
  /** Items per page, from 1; default 20. */
  readonly limit?: number;
}

/** A list request in the one form of all that mean the same. */
export function canonicalRequest({ q, page = 1, limit = 20, ...filters }: ListRequest): object {
  return { q: q === undefined ? null : canonicalQuery(q), page, limit, ...canonicalFilters(filters) };
}

/** One page of a list. */
export interface Page {
  readonly ordinals: Ordinals;
  /** Matching icons, exact. */
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
}

export interface SimilarRequest {
  /** Look-alikes of this icon, which is left out itself. */
  readonly id?: string;
  /** Look-alikes of this hash: 16 hex digits. */
  readonly phash?: string;
  /** Default 10. */
  readonly limit?: number;
  /** Hamming distance, 0 to 64; default 64. */
  readonly maxDistance?: number;
}

export interface Similar {
  /** The hash that was looked up, 16 lower-case hex digits. */
  readonly phash: string;
  /** Nearest first, ties in display order. */
  readonly neighbours: readonly Neighbour[];
}

export interface LabelCount {
  readonly label: string;
  readonly count: number;
}

/** Everything that can be asked of one opened generation. Immutable; free of HTTP. */
export interface Catalog {
  readonly generation: string;
  readonly manifest: Manifest;
  readonly builtAt: Date;
  /** Number of icons. */
  readonly size: number;
  list(request?: ListRequest): Page;
  /** @throws IconNotFoundError */
  get(id: string): IconRecord;
  /** @throws IconNotFoundError, PhashUnavailableError, RangeError when neither or both of `id` and `phash` are given */
  similar(request: SimilarRequest): Similar;
  /** Labels of a facet with their icon counts, by count, then by code unit. */
  labels(facet: Facet): LabelCount[];
  /** The picture of an icon (WebP), a copy, or undefined when it has none. @throws IconNotFoundError */
  image(id: string): Buffer | undefined;
  /** The record at `ordinal`, decoded. @throws FormatError when it is damaged */
  record(ordinal: number): IconRecord;
  /** List items as a JSON array; `origin` goes before the path of our own pictures. */
  renderItems(ordinals: Iterable<number>, origin: string): Buffer;
  renderNeighbours(neighbours: readonly Neighbour[], origin: string): Buffer;
  /** The same as byte text, for who puts more around it. */
  itemsText(ordinals: Uint32Array, origin: string): ByteText;
  neighboursText(neighbours: readonly Neighbour[], origin: string): ByteText;
}

/**
 * Opens the live generation of an artifacts folder, or the one named. Instant at any size: files are mapped, not read.
 *
 * @throws FormatError when nothing has been built there, or when what is there is damaged
 */
export function openCatalog(artifacts: string, name = readCurrent(artifacts)): Catalog {
  if (name === undefined) throw new FormatError(artifacts, "holds no generation; run `icons build` first");
  const generation = openGeneration(artifacts, name);
  const { manifest, hashes } = generation;
  const ids = generation.dictionary("ids");
  const records = generation.blob("records");
  const cards = generation.blob("cards");
  const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: true });

  const ordinalOf = (id: string): number => {
    const index = ids.find(Buffer.from(id));
    const ordinal = index < 0 ? undefined : ids.postings(index)[0];
    if (ordinal === undefined) throw new IconNotFoundError(id);
    return ordinal;
  };
  const record = (ordinal: number): IconRecord => {
    try {
      return unpackr.unpack(records.view(ordinal));
    } catch (error) {
      throw new FormatError("records", `item ${ordinal} can't be decoded: ${(error as Error).message}`);
    }
  };

  return {
    generation: name,
    manifest,
    builtAt: generation.builtAt,
    size: manifest.icons,
    list({ q, page = 1, limit = 20, ...filters } = {}) {
      const filter = filterOrdinals(generation, filters);
      const tiers = q === undefined ? undefined : searchTiers(generation, q);
      const lists = tiers?.map((tier) => (filter ? intersect(tier, filter) : tier)) ?? (filter ? [filter] : undefined);
      const total = lists ? lists.reduce((sum, list) => sum + list.length, 0) : manifest.icons;
      const start = (page - 1) * limit;
      const ordinals = lists ? sliceAcross(lists, start, limit) : range(start, Math.min(start + limit, total));
      return { ordinals, total, page, limit, totalPages: Math.ceil(total / limit) };
    },
    get: (id) => record(ordinalOf(id)),
    record,
    similar({ id, phash, limit = 10, maxDistance = MAX_DISTANCE }) {
      if ((id === undefined) === (phash === undefined)) throw new RangeError("give either id or phash");
      const ordinal = id === undefined ? -1 : ordinalOf(id);
      const hash = id === undefined ? parseHash(phash as string) : hashes.get(ordinal);
      if (hash === undefined) {
        if (id === undefined) throw new RangeError(`phash must be 16 hex digits, got ${JSON.stringify(phash)}`);
        throw new PhashUnavailableError(id);
      }
      const neighbours = nearestHashes(hashes, hash, limit, maxDistance, ordinal);
      return { phash: formatHash(hash), neighbours };
    },
    labels(facet) {
      const dictionary = generation.dictionary(facet);
      return Array.from({ length: dictionary.size }, (_, index) => ({
        label: dictionary.label(index),
        count: dictionary.postings(index).length,
      })).sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
    },
    image(id) {
      const image = generation.blob("images").view(ordinalOf(id));
      return image.length === 0 ? undefined : Buffer.from(image);
    },
    renderItems: (ordinals, origin) => bytesOf(renderItems(cards, Uint32Array.from(ordinals), origin)),
    renderNeighbours: (neighbours, origin) => bytesOf(renderNeighbours(cards, neighbours, origin)),
    itemsText: (ordinals, origin) => renderItems(cards, ordinals, origin),
    neighboursText: (neighbours, origin) => renderNeighbours(cards, neighbours, origin),
  };
}

function range(from: number, to: number): Ordinals {
  return Uint32Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** Items `start` to `start + count` of the lists laid end to end. */
function sliceAcross(lists: readonly Ordinals[], start: number, count: number): Ordinals {
  const slices: number[] = [];
  let skip = start;
  for (const list of lists) {
    if (skip < list.length) slices.push(...list.subarray(skip, skip + count - slices.length));
    skip = Math.max(0, skip - list.length);
    if (slices.length >= count) break;
  }
  return Uint32Array.from(slices);
}
