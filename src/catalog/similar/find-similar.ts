import { formatHash, parseHash } from "../../phash/hash-text.js";
import type { CooperativeTask } from "../cooperative-task.js";
import { PaletteUnavailableError, PhashUnavailableError } from "../errors.js";
import type { Generation } from "../generation.js";
import { hasLowDetail, isLowDetail } from "./low-detail.js";
import { createMeanDistances } from "./mean-distances.js";
import { MAX_DISTANCE, nearestHashes } from "./nearest-hashes.js";
import { nearestByBlend, nearestByColor } from "./nearest-palettes.js";
import { orderTies } from "./order-ties.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "./palette-comparison.js";
import { distanceToQuery, NO_HASH, nearestVariant, type QueryHash, queryHashes, type Variant } from "./query-hash.js";

/** The orders of similar icons. */
export const ORDERS = ["shape", "color", "blend"] as const;

export interface SimilarRequest {
  /** Icons similar to this one, which is left out itself. */
  readonly id?: string;
  /** Icons similar to this hash: 16 hex digits. */
  readonly phash?: string;
  /** Default 10. */
  readonly limit?: number;
  /** Hamming distance, 0 to 64; default 64. */
  readonly maxDistance?: number;
  /** Variants of the asked picture that are looked up as well; none by default. */
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
  /** The variant that is at this distance; absent where it is the asked picture as it is. */
  readonly variant?: Variant;
  /** Whether the icon's own hash says little of its shape; absent where not. */
  readonly lowDetail?: true;
  /** Earth mover's distance of the palettes in OKLab, 0 to about 1; absent where none was asked for. */
  readonly colorDistance?: number;
}

export interface Similar {
  /** The hash that was looked up, 16 lower-case hex digits; absent where icons were looked up by colour for one that has none. */
  readonly phash?: string;
  /** Whether the hash that was looked up says little of a shape, so that what is near need not look alike. */
  readonly lowDetail: boolean;
  /**
   * Nearest first. By shape, ties are ordered by detail (icons whose own hash says little come last, unless the asked one says little itself),
   * by the distance of the palettes where the request has an id, then in display order. Where very many tie with the last, it is the
   * nearest 4,096 icons, ties in display order, that are ordered so. By colour, ties are in the order of Hamming distance, then in display order.
   */
  readonly matches: readonly SimilarIcon[];
}

/** A search that has begun; its task finds the matches. */
export interface SimilarSearch extends Omit<Similar, "matches"> {
  readonly matches: CooperativeTask<readonly SimilarIcon[]>;
}

/** A request as it is carried out. */
interface Search {
  /** The asked hash and its variants; none where the asked icon has no hash. */
  readonly asked: readonly QueryHash[];
  readonly lowDetail: boolean;
  readonly limit: number;
  readonly maxDistance: number;
  /** The ordinal of the asked icon; −1 where a hash is asked. */
  readonly except: number;
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
  const byShape = function* ({ asked, lowDetail, limit, maxDistance, except }: Search): CooperativeTask<SimilarIcon[]> {
    const found = nearestHashes(hashes, asked, limit, maxDistance, except);
    const comparePalettes = () => compareWith(except);
    const ordered = orderTies(found, limit, { hashes, detailedFirst: !lowDetail, comparePalettes });
    return ordered.map((match) => (hasLowDetail(hashes, match.ordinal) ? { ...match, lowDetail: true } : match));
  };

  /** Memory of searches by palette that are over: a byte per icon each, so it is used again. */
  const idle: PaletteMemory[] = [];
  const byPalette = function* (search: Search, blend: boolean): CooperativeTask<SimilarIcon[]> {
    const { asked, except } = search;
    const memory = idle.pop() ?? {
      compareWith: createPaletteComparer(palettes),
      meansFrom: createMeanDistances(palettes.means),
    };
    const comparison = memory.compareWith(except)!;
    const means = yield* memory.meansFrom(except);
    const nearest = blend ? nearestByBlend : nearestByColor;
    const ordinals = yield* nearest({ ...search, hashes, comparison, means });
    const matches = ordinals.map((ordinal) => {
      const distance = distanceToQuery(hashes, ordinal, asked);
      const variant = nearestVariant(hashes, ordinal, asked);
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

  return ({ id, phash, limit = 10, maxDistance = MAX_DISTANCE, include = [], by = "shape" }) => {
    if ((id === undefined) === (phash === undefined)) throw new RangeError("give either id or phash");
    if (id === undefined && by !== "shape") throw new RangeError(`by ${by} compares palettes, so it needs an id`);
    const except = id === undefined ? -1 : ordinalOf(id);
    const hash = id === undefined ? readHash(phash!) : hashes.get(except);
    if (hash === undefined && (by !== "color" || maxDistance < MAX_DISTANCE)) throw new PhashUnavailableError(id!);
    if (by !== "shape" && palettes.size(except) === 0) throw new PaletteUnavailableError(id!);
    const asked = hash === undefined ? [] : queryHashes(hash, include);
    const lowDetail = asked.length > 0 && isLowDetail(asked[0]!.low, asked[0]!.high);
    const search = { asked, lowDetail, limit, maxDistance: Math.min(maxDistance, MAX_DISTANCE), except };
    const matches = by === "shape" ? byShape(search) : byPalette(search, by === "blend");
    return { lowDetail, ...(hash === undefined ? {} : { phash: formatHash(hash) }), matches };
  };
}

/** What one search by palette needs for itself until it is over. */
interface PaletteMemory {
  readonly compareWith: ReturnType<typeof createPaletteComparer>;
  readonly meansFrom: ReturnType<typeof createMeanDistances>;
}

function readHash(text: string): bigint {
  const hash = parseHash(text);
  if (hash === undefined) throw new RangeError(`phash must be 16 hex digits, got ${JSON.stringify(text)}`);
  return hash;
}
