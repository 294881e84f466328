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

/** Orders of similar icons. */
export const ORDERS = ["shape", "color", "blend"] as const;

/** Greater than any palette distance. */
const NO_PALETTE = 2 ** 24;
/** Greater than `NO_PALETTE`, so that icons with low detail come after all others. */
const LOW_DETAIL = 2 ** 25;

export interface SimilarRequest {
  /** The icon to compare with. It is not part of the result. */
  readonly id?: string;
  /** The hash to compare with: 16 hex digits. */
  readonly phash?: string;
  /** The uncertain bits of `phash`: 16 hex digits. Orders by weighted distance, which takes a pass over all icons. */
  readonly uncertain?: string;
  /** Default 10. */
  readonly limit?: number;
  /** Hamming distance, 0 to 64; default 64. */
  readonly maxDistance?: number;
  /** Variants of the query image to compare as well; default: none. */
  readonly include?: readonly Variant[];
  /**
   * `shape` (default): by Hamming distance of the hashes. `color`: by palette distance. `blend`: by Hamming distance /
   * 64 plus palette distance. The latter two need an `id`.
   */
  readonly by?: (typeof ORDERS)[number];
}

/** One icon of the result. */
export interface SimilarIcon {
  readonly ordinal: number;
  /** Hamming distance, 0 to 64, the smallest of all variants. Absent if either icon has no hash. */
  readonly distance?: number;
  /**
   * Weighted distance, 0 to 64 in steps of 1/16: like the Hamming distance, with less weight for uncertain bits.
   * Present if the request has `uncertain`; `distance` then belongs to the same variant.
   */
  readonly weightedDistance?: number;
  /** The variant that has this distance. Absent for the unchanged image. */
  readonly variant?: Variant;
  /** Present if the icon's own hash has low detail. */
  readonly lowDetail?: true;
  /** Earth mover's distance of the palettes in OKLab, 0 to about 1; absent unless requested. */
  readonly colorDistance?: number;
}

export interface Similar {
  /** The query hash, 16 lower-case hex digits. Absent if icons are ordered by color and the query icon has no hash. */
  readonly phash?: string;
  /** Whether the query hash has low detail, so that nearby icons may look different. */
  readonly lowDetail: boolean;
  /**
   * Nearest first. By shape, ties are ordered by detail (icons with low detail come last, unless the query hash has low
   * detail itself), then by palette distance if the request has an id, then in display order. If very many icons tie
   * with the last match, only the nearest 4,096 (ties in display order) are ordered this way. With `uncertain`, matches
   * are ordered by weighted distance, then in display order. By color, ties are ordered by Hamming distance, then in
   * display order.
   */
  readonly matches: readonly SimilarIcon[];
}

/** A started search. Its task finds the matches. */
export interface SimilarSearch extends Omit<Similar, "matches"> {
  readonly matches: CooperativeTask<readonly SimilarIcon[]>;
}

/** A parsed request. */
interface Search {
  /** The query hash and its variants. Empty if the query icon has no hash. */
  readonly query: readonly QueryHash[];
  readonly lowDetail: boolean;
  readonly limit: number;
  readonly maxDistance: number;
  /** The ordinal of the query icon; −1 if the query is a hash. */
  readonly except: number;
}

/** Order of matches at the same distance. */
interface TieBreak {
  readonly hashes: HashTable;
  /** Whether matches with low detail come last. */
  readonly detailedFirst: boolean;
  /** Compares with the query palette; undefined if the query has none. Called only if there are ties. */
  comparePalettes(): PaletteComparison | undefined;
}

/**
 * Creates a search for similar icons in a generation. A search by shape is a single step of a few milliseconds at a
 * million icons.
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

  /** Memory of finished searches by palette, kept for reuse: one byte per icon each. */
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
    if (uncertain !== undefined && phash === undefined) throw new RangeError("uncertain needs a phash");
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

/** The memory that one search by palette needs while it runs. */
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
 * Returns the first `limit` matches, nearest first. Matches at the same distance are ordered by detail (low detail
 * last), then by palette distance (no palette last), then in display order.
 *
 * Cost: one palette distance per match that shares its distance with another.
 * @param matches nearest first, ties in display order
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
