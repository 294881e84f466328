import { formatHash, parseHash } from "../phash/hash-text.js";
import { PaletteUnavailableError, PhashUnavailableError } from "./errors.js";
import type { Generation } from "./generation.js";
import {
  type AskedHash,
  askedDistance,
  askedHashes,
  askedVariant,
  NO_HASH,
  type Variant,
} from "./look-alikes/asked-hash.js";
import { hasLowDetail, isLowDetail } from "./look-alikes/low-detail.js";
import { createMeanDistances } from "./look-alikes/mean-distances.js";
import { MAX_DISTANCE, nearestHashes } from "./look-alikes/nearest.js";
import { nearestByBlend, nearestByColor } from "./look-alikes/nearest-palettes.js";
import { orderTies } from "./look-alikes/order-ties.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "./look-alikes/palette-comparison.js";
import type { Sliced } from "./slices.js";

/** What look-alikes are ordered by. */
export const ORDERS = ["shape", "color", "blend"] as const;

export interface SimilarRequest {
  /** Look-alikes of this icon, which is left out itself. */
  readonly id?: string;
  /** Look-alikes of this hash: 16 hex digits. */
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
export interface LookAlike {
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
  readonly neighbours: readonly LookAlike[];
}

/** A search that was begun and is carried out slice by slice; searches may take turns. */
export interface SimilarSearch extends Omit<Similar, "neighbours"> {
  readonly neighbours: Sliced<readonly LookAlike[]>;
}

/** A request as it is carried out. */
interface Search {
  /** The asked hash and its variants; none where the asked icon has no hash. */
  readonly asked: readonly AskedHash[];
  readonly lowDetail: boolean;
  readonly limit: number;
  readonly maxDistance: number;
  /** The ordinal of the asked icon; −1 where a hash is asked. */
  readonly except: number;
}

/**
 * Finds look-alikes in a generation. By shape the whole search is one slice of a few milliseconds at a million icons.
 *
 * @param ordinalOf throws IconNotFoundError
 */
export function createSimilarFinder(
  { hashes, palettes }: Generation,
  ordinalOf: (id: string) => number,
): (request: SimilarRequest) => SimilarSearch {
  const compareWith = createPaletteComparer(palettes);
  const byShape = function* ({ asked, lowDetail, limit, maxDistance, except }: Search): Sliced<LookAlike[]> {
    const found = nearestHashes(hashes, asked, limit, maxDistance, except);
    const comparePalettes = () => compareWith(except);
    const ordered = orderTies(found, limit, { hashes, detailedFirst: !lowDetail, comparePalettes });
    return ordered.map((neighbour) =>
      hasLowDetail(hashes, neighbour.ordinal) ? { ...neighbour, lowDetail: true } : neighbour,
    );
  };

  /** Memory of searches by palette that are over: a byte per icon each, so it is used again. */
  const idle: PaletteMemory[] = [];
  const byPalette = function* (search: Search, blend: boolean): Sliced<LookAlike[]> {
    const { asked, except } = search;
    const memory = idle.pop() ?? {
      compareWith: createPaletteComparer(palettes),
      meansFrom: createMeanDistances(palettes.means),
    };
    const comparison = memory.compareWith(except)!;
    const means = yield* memory.meansFrom(except);
    const nearest = blend ? nearestByBlend : nearestByColor;
    const ordinals = yield* nearest({ ...search, hashes, comparison, means });
    const neighbours = ordinals.map((ordinal) => {
      const distance = askedDistance(hashes, ordinal, asked);
      const variant = askedVariant(hashes, ordinal, asked);
      return {
        ordinal,
        ...(distance === NO_HASH ? {} : { distance }),
        ...(variant === undefined ? {} : { variant }),
        ...(hasLowDetail(hashes, ordinal) ? { lowDetail: true as const } : {}),
        colorDistance: comparison.distanceTo(ordinal, Number.POSITIVE_INFINITY) / COLOR_DISTANCE_UNIT,
      };
    });
    idle.push(memory);
    return neighbours;
  };

  return ({ id, phash, limit = 10, maxDistance = MAX_DISTANCE, include = [], by = "shape" }) => {
    if ((id === undefined) === (phash === undefined)) throw new RangeError("give either id or phash");
    if (id === undefined && by !== "shape") throw new RangeError(`by ${by} compares palettes, so it needs an id`);
    const except = id === undefined ? -1 : ordinalOf(id);
    const hash = id === undefined ? readHash(phash!) : hashes.get(except);
    if (hash === undefined && (by !== "color" || maxDistance < MAX_DISTANCE)) throw new PhashUnavailableError(id!);
    if (by !== "shape" && palettes.size(except) === 0) throw new PaletteUnavailableError(id!);
    const asked = hash === undefined ? [] : askedHashes(hash, include);
    const lowDetail = asked.length > 0 && isLowDetail(asked[0]!.low, asked[0]!.high);
    const search = { asked, lowDetail, limit, maxDistance: Math.min(maxDistance, MAX_DISTANCE), except };
    const neighbours = by === "shape" ? byShape(search) : byPalette(search, by === "blend");
    return { lowDetail, ...(hash === undefined ? {} : { phash: formatHash(hash) }), neighbours };
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
