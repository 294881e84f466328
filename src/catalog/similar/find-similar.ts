import type { HashTable } from "../../format/hash-table.js";
import { formatHash, parseHash } from "../../phash/phash.js";
import type { CooperativeTask } from "../execution/cooperative-task.js";
import { PaletteUnavailableError, PhashUnavailableError } from "../generation/catalog-errors.js";
import type { Generation } from "../generation/generation.js";
import {
  distanceToQuery,
  hasLowDetail,
  isLowDetail,
  MAX_DISTANCE,
  NO_HASH,
  nearestVariant,
  type QueryHash,
  queryHashes,
  type Variant,
  wordsOf,
} from "./hash-distance.js";
import { nearestHashes, type VariantMatch } from "./nearest-hashes.js";
import { createRanking } from "./nearest-list.js";
import { createMeanDistances, nearestByBlend, nearestByColor } from "./nearest-palettes.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer, type PaletteComparison } from "./palette-comparison.js";
import { nearestByWeight } from "./weighted-distance.js";

/** The orders of similar icons. */
export const ORDERS = ["shape", "color", "blend"] as const;

/** More than any palette distance. */
const NO_PALETTE = 2 ** 24;
/** More than `NO_PALETTE`: what says little of the shape comes behind everything that says more. */
const LOW_DETAIL = 2 ** 25;

export interface SimilarRequest {
  /** Icons similar to this one, which is left out itself. */
  readonly id?: string;
  /** Icons similar to this hash: 16 hex digits. */
  readonly phash?: string;
  /** The uncertain bits of `phash`: 16 hex digits. Orders by weighted distance, in a pass over all icons. */
  readonly uncertain?: string;
  /** Default 10. */
  readonly limit?: number;
  /** Hamming distance, 0 to 64; default 64. */
  readonly maxDistance?: number;
  /** Variants of the query image that are looked up as well; none by default. */
  readonly include?: readonly Variant[];
  /**
   * `shape`, the default: by the Hamming distance of the hashes. `color`: by the distance of the palettes. `blend`: by Hamming distance / 64
   * plus palette distance. The latter two need an `id`.
   */
  readonly by?: (typeof ORDERS)[number];
}

/** An icon of the answer. */
export interface SimilarIcon {
  readonly ordinal: number;
  /** Hamming distance, 0 to 64, the smallest of all variants; absent where one of both has no hash. */
  readonly distance?: number;
  /** 0 to 64, in sixteenths: the distance with less weight for uncertain bits. Present if the request has `uncertain`; then `distance` is that of the same variant. */
  readonly weightedDistance?: number;
  /** The variant that is at this distance; absent for the unchanged image. */
  readonly variant?: Variant;
  /** Whether the icon's own hash has low detail; absent if not. */
  readonly lowDetail?: true;
  /** Earth mover's distance of the palettes in OKLab, 0 to about 1; absent unless requested. */
  readonly colorDistance?: number;
}

export interface Similar {
  /** The hash that was looked up, 16 lower-case hex digits; absent where icons were looked up by color for one that has none. */
  readonly phash?: string;
  /** Whether the query hash has low detail, so that near icons need not look alike. */
  readonly lowDetail: boolean;
  /**
   * Nearest first. By shape, ties are ordered by detail (icons whose own hash has low detail come last, unless the query hash has low detail itself),
   * by the distance of the palettes where the request has an id, then in display order. Where very many tie with the last, it is the
   * nearest 4,096 icons, ties in display order, that are ordered so. With `uncertain`, by weighted distance, then in display order. By color, ties are in the order of Hamming distance, then in display order.
   */
  readonly matches: readonly SimilarIcon[];
}

/** A search that has begun; its task finds the matches. */
export interface SimilarSearch extends Omit<Similar, "matches"> {
  readonly matches: CooperativeTask<readonly SimilarIcon[]>;
}

/** A request as it is carried out. */
interface Search {
  /** The query hash and its variants; none where the query icon has no hash. */
  readonly query: readonly QueryHash[];
  readonly lowDetail: boolean;
  readonly limit: number;
  readonly maxDistance: number;
  /** The ordinal of the query icon; −1 if the query is a hash. */
  readonly except: number;
}

/** By what matches of equal distance are ordered. */
interface TieBreak {
  readonly hashes: HashTable;
  /** Whether those of low detail come last. */
  readonly detailedFirst: boolean;
  /** Compares with the query palette; undefined if the query has none. Begun only where there are ties. */
  comparePalettes(): PaletteComparison | undefined;
}

/**
 * Finds similar icons in a generation. A search by shape is a single step of a few milliseconds at a million icons.
 *
 * @param ordinalOf throws IconNotFoundError
 */
export function createSimilarFinder(
  { hashes, palettes }: Generation,
  ordinalOf: (id: string) => number,
): (request: SimilarRequest) => SimilarSearch {
  const compareWith = createPaletteComparer(palettes);
  const byShape = function* ({ query, lowDetail, limit, maxDistance, except }: Search): CooperativeTask<SimilarIcon[]> {
    const found = nearestHashes(hashes, query, limit, maxDistance, except);
    const comparePalettes = () => compareWith(except);
    const ordered = orderTies(found, limit, { hashes, detailedFirst: !lowDetail, comparePalettes });
    return ordered.map((match) => (hasLowDetail(hashes, match.ordinal) ? { ...match, lowDetail: true } : match));
  };

  /** Memory of searches by palette that are over: a byte per icon each, so it is used again. */
  const idle: PaletteMemory[] = [];
  const byPalette = function* (search: Search, blend: boolean): CooperativeTask<SimilarIcon[]> {
    const { query, except } = search;
    const memory = idle.pop() ?? {
      compareWith: createPaletteComparer(palettes),
      meansFrom: createMeanDistances(palettes.means),
    };
    const comparison = memory.compareWith(except)!;
    const means = yield* memory.meansFrom(except);
    const nearest = blend ? nearestByBlend : nearestByColor;
    const ordinals = yield* nearest({ ...search, hashes, comparison, means });
    const matches = ordinals.map((ordinal) => {
      const distance = distanceToQuery(hashes, ordinal, query);
      const variant = nearestVariant(hashes, ordinal, query);
      return {
        ordinal,
        ...(distance === NO_HASH ? {} : { distance }),
        ...(variant === undefined ? {} : { variant }),
        ...(hasLowDetail(hashes, ordinal) ? { lowDetail: true as const } : {}),
        colorDistance: comparison.distanceTo(ordinal, Number.POSITIVE_INFINITY) / COLOR_DISTANCE_UNIT,
      };
    });
    idle.push(memory);
    return matches;
  };

  const byWeight = function* (search: Search, uncertain: QueryHash): CooperativeTask<SimilarIcon[]> {
    const matches = yield* nearestByWeight({ ...search, hashes, uncertain });
    return matches.map((match) => (hasLowDetail(hashes, match.ordinal) ? { ...match, lowDetail: true } : match));
  };

  return ({ id, phash, uncertain, limit = 10, maxDistance = MAX_DISTANCE, include = [], by = "shape" }) => {
    if ((id === undefined) === (phash === undefined)) throw new RangeError("give either id or phash");
    if (id === undefined && by !== "shape") throw new RangeError(`by ${by} compares palettes, so it needs an id`);
    if (uncertain !== undefined && phash === undefined) throw new RangeError("uncertain bits are those of a phash");
    const except = id === undefined ? -1 : ordinalOf(id);
    const hash = id === undefined ? readHash(phash!, "phash") : hashes.get(except);
    if (hash === undefined && (by !== "color" || maxDistance < MAX_DISTANCE)) throw new PhashUnavailableError(id!);
    if (by !== "shape" && palettes.size(except) === 0) throw new PaletteUnavailableError(id!);
    const query = hash === undefined ? [] : queryHashes(hash, include);
    const marks = uncertain === undefined ? undefined : wordsOf(readHash(uncertain, "uncertain"));
    const lowDetail =
      except < 0 ? isLowDetail(query[0]!.low, query[0]!.high, marks?.low, marks?.high) : hasLowDetail(hashes, except);
    const search = { query, lowDetail, limit, maxDistance: Math.min(maxDistance, MAX_DISTANCE), except };
    const byHash = marks === undefined ? byShape(search) : byWeight(search, marks);
    const matches = by === "shape" ? byHash : byPalette(search, by === "blend");
    return { lowDetail, ...(hash === undefined ? {} : { phash: formatHash(hash) }), matches };
  };
}

/** What one search by palette needs for itself until it is over. */
interface PaletteMemory {
  readonly compareWith: ReturnType<typeof createPaletteComparer>;
  readonly meansFrom: ReturnType<typeof createMeanDistances>;
}

function readHash(text: string, name: string): bigint {
  const hash = parseHash(text);
  if (hash === undefined) throw new RangeError(`${name} must be 16 hex digits, got ${JSON.stringify(text)}`);
  return hash;
}

/**
 * The first `limit` of matches: nearest first; of equally near ones those of low detail last, then by the distance of their
 * palettes, those without one last, then in display order.
 *
 * @param matches nearest first, ties in display order
 * Cost: a palette distance for each that shares its distance with another.
 */
export function orderTies(
  matches: readonly VariantMatch[],
  limit: number,
  { hashes, detailedFirst, comparePalettes }: TieBreak,
): readonly VariantMatch[] {
  const ordered: VariantMatch[] = [];
  let palettes: PaletteComparison | undefined;
  let compared = false;
  for (let from = 0; from < matches.length && ordered.length < limit; ) {
    let to = from + 1;
    while (to < matches.length && matches[to]!.distance === matches[from]!.distance) to++;
    if (to === from + 1) ordered.push(matches[from]!);
    else {
      if (!compared) palettes = comparePalettes();
      compared = true;
      const ranking = createRanking(Math.min(to - from, limit - ordered.length));
      for (let at = from; at < to; at++) {
        const { ordinal } = matches[at]!;
        const base = detailedFirst && hasLowDetail(hashes, ordinal) ? LOW_DETAIL : 0;
        const most = ranking.bound() - base;
        if (most < 0) continue;
        const distance = palettes?.distanceTo(ordinal, most) ?? NO_PALETTE;
        ranking.offer(at, base + Math.min(distance, NO_PALETTE));
      }
      for (const at of ranking.ordinals()) ordered.push(matches[at]!);
    }
    from = to;
  }
  return ordered;
}
