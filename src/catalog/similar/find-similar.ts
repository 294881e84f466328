import type { HashTable } from "../../format/hash-table.js";
import { packPalette } from "../../format/pack-palette.js";
import { LAB_NEUTRAL } from "../../format/palette-table.js";
import { quantizeVector, type VectorTable } from "../../format/vector-table.js";
import { PALETTE_COLORS } from "../../palette/palette-size.js";
import { formatHash, parseHash } from "../../phash/phash.js";
import { parseShape } from "../../shape/shape-text.js";
import type { CooperativeTask } from "../execution/cooperative-task.js";
import {
  PaletteUnavailableError,
  PhashUnavailableError,
  ShapeUnavailableError,
  VectorUnavailableError,
} from "../generation/catalog-errors.js";
import type { Generation } from "../generation/generation.js";
import {
  distanceToQuery,
  hasLowDetail,
  isLowDetail,
  NO_HASH,
  nearestVariant,
  type QueryHash,
  queryHashes,
  wordsOf,
} from "./hash-distance.js";
import { nearestHashes, type VariantMatch } from "./nearest-hashes.js";
import { createRanking } from "./nearest-list.js";
import { createMeanDistances, nearestByBlend, nearestByColor } from "./nearest-palettes.js";
import {
  type LookMatch,
  lookAt,
  nearestByLikelyLook,
  nearestByLook,
  nearestShapes,
  type ShapeMatch,
  scoreOf,
} from "./nearest-shapes.js";
import { nearestVectors, vectorAt } from "./nearest-vectors.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer, type PaletteComparison } from "./palette-comparison.js";
import { MAX_DISTANCE, type Order, orderOf, type SimilarRequest, type Variant } from "./similar-request.js";
import { nearestByWeight } from "./weighted-distance.js";

const COLOR = /^#[0-9a-f]{6}$/i;
/** Greater than any palette distance. */
const NO_PALETTE = 2 ** 24;
/** The largest Hamming distance of hashes that show one image, such as at two sizes; see `docs/analysis.md`. */
const SAME_IMAGE = 4;
/** Steps of OKLab in a or b, up to which a color is called gray. */
const MAX_GRAY = 5;
/** Greater than `NO_PALETTE`, so that icons with low detail come after all others. */
const LOW_DETAIL = 2 ** 25;

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
  /** Earth mover's distance of the palettes in OKLab, 0 to about 1; present by auto, look, color and blend. */
  readonly colorDistance?: number;
  /** Number of bits in which the shape descriptors differ, 0 to 512; present by auto, shape and look. */
  readonly shapeDistance?: number;
  /** Share of judged pairs at this distance that were called similar, 0 to 1; present by auto, shape and look. */
  readonly score?: number;
  /** Cosine similarity of the quantized vectors, −1 to 1; present by vector. */
  readonly vectorSimilarity?: number;
}

export interface Similar {
  /** The order of the matches; `auto` only if it compared looks. */
  readonly by: Order;
  /** The query hash, 16 lower-case hex digits. Absent by shape, look, color and vector if the query has no hash. */
  readonly phash?: string;
  /** Whether the query hash has low detail, so that nearby icons may look different. */
  readonly lowDetail: boolean;
  /**
   * Nearest first; by auto, icons with nearly the same hash come before the others. By pHash, ties are ordered by detail
   * (icons with low detail come last, unless the query hash has low detail itself), then by palette distance if the
   * request has an id, then in display order. If very many icons tie
   * with the last match, only the nearest 4,096 (ties in display order) are ordered this way. With `uncertain`, matches
   * are ordered by weighted distance, then in display order. By color, ties are ordered by Hamming distance, then in
   * display order. By shape, look and vector, ties are in
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

/** A quantized query vector. */
type QueryVector = NonNullable<ReturnType<typeof vectorAt>>;

/** Order of matches at the same distance. */
interface TieBreak {
  readonly hashes: HashTable;
  /** Whether matches with low detail come last. */
  readonly detailedFirst: boolean;
  /** Compares with the query palette; undefined if the query has none. Called only if there are ties. */
  comparePalettes(): PaletteComparison | undefined;
}

/**
 * Creates a search for similar icons in a generation. A search by pHash is a single step of a few milliseconds at a
 * million icons.
 *
 * @param ordinalOf throws IconNotFoundError
 */
export function createSimilarFinder(
  { hashes, palettes, shapes, vectors }: Generation,
  ordinalOf: (id: string) => number,
): (request: SimilarRequest) => SimilarSearch {
  const compareWith = createPaletteComparer(palettes);
  const byPhash = function* ({ query, lowDetail, limit, maxDistance, except }: Search): CooperativeTask<SimilarIcon[]> {
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
    const matches = ordinals.map((ordinal) => ({
      ...shapeNearness(hashes, ordinal, query),
      colorDistance: comparison.distanceTo(ordinal, Number.POSITIVE_INFINITY) / COLOR_DISTANCE_UNIT,
    }));
    idle.push(memory);
    return matches;
  };

  const byShape = function* (query: Uint8Array, limit: number, except: number): CooperativeTask<SimilarIcon[]> {
    return withScores(yield* nearestShapes({ shapes, query, limit, except }));
  };

  /** Palette comparers of finished searches, kept for reuse. */
  const comparers: ReturnType<typeof createPaletteComparer>[] = [];
  const paletteAt = (ordinal: number): Uint32Array =>
    palettes.colors.subarray(ordinal * PALETTE_COLORS, (ordinal + 1) * PALETTE_COLORS);
  const byLook = function* (
    query: Uint8Array,
    palette: number | Uint32Array,
    limit: number,
    except: number,
    nearest = nearestByLook,
  ): CooperativeTask<SimilarIcon[]> {
    const comparer = comparers.pop() ?? createPaletteComparer(palettes);
    const comparison = comparer(palette)!;
    const matches = withScores(
      yield* nearest({ shapes, query, limit, except, comparison }),
      isOneGray(typeof palette === "number" ? paletteAt(palette) : palette),
    );
    comparers.push(comparer);
    return matches;
  };

  const byAuto = function* (search: Search, query: Uint8Array): CooperativeTask<SimilarIcon[]> {
    const { limit, except } = search;
    const same = yield* byPhash({ ...search, maxDistance: SAME_IMAGE });
    const look = yield* byLook(query, except, limit, except, nearestByLikelyLook);
    const ordinals = new Set([...same, ...look].map(({ ordinal }) => ordinal));
    const subject = { shapes, query, comparison: compareWith(except)! };
    const isGray = isOneGray(paletteAt(except));
    return [...ordinals].slice(0, limit).map((ordinal) => {
      const near = lookAt(subject, ordinal);
      const nearness = near && { ...near, score: scoreOf(near, isGray) };
      return { ...shapeNearness(hashes, ordinal, search.query), ...nearness };
    });
  };

  const byVector = function* (search: Search, vector: QueryVector): CooperativeTask<SimilarIcon[]> {
    const { query, limit, maxDistance, except } = search;
    const isWanted = (ordinal: number): boolean =>
      ordinal !== except && (maxDistance === MAX_DISTANCE || distanceToQuery(hashes, ordinal, query) <= maxDistance);
    const matches = yield* nearestVectors({ vectors, ...vector, limit, isWanted });
    return matches.map(({ ordinal, similarity }) => ({
      ...shapeNearness(hashes, ordinal, query),
      vectorSimilarity: similarity,
    }));
  };

  const byWeight = function* (search: Search, uncertain: QueryHash): CooperativeTask<SimilarIcon[]> {
    const matches = yield* nearestByWeight({ ...search, hashes, uncertain });
    return matches.map((match) => (hasLowDetail(hashes, match.ordinal) ? { ...match, lowDetail: true } : match));
  };

  return (request) => {
    const { id, phash, shape, palette, vector, uncertain, limit = 10, maxDistance = MAX_DISTANCE } = request;
    const { include = [] } = request;
    const order = orderOf(request);
    checkSubject({ ...request, by: order });
    const except = id === undefined ? -1 : ordinalOf(id);
    const hasLook = shapes.get(except) !== undefined && palettes.size(except) > 0;
    const by = order === "auto" && !hasLook ? "phash" : order;
    const hash = phash === undefined ? hashes.get(except) : readHash(phash, "phash");
    const needsHash = by === "phash" || by === "blend" || maxDistance < MAX_DISTANCE;
    if (hash === undefined && needsHash) throw new PhashUnavailableError(id!);
    const comparesPalettes = by === "look" || by === "color" || by === "blend";
    if (comparesPalettes && palette === undefined && palettes.size(except) === 0)
      throw new PaletteUnavailableError(id!);
    const query = hash === undefined ? [] : queryHashes(hash, include);
    const marks = uncertain === undefined ? undefined : wordsOf(readHash(uncertain, "uncertain"));
    const lowDetail =
      phash === undefined
        ? hasLowDetail(hashes, except)
        : isLowDetail(query[0]!.low, query[0]!.high, marks?.low, marks?.high);
    const search = { query, lowDetail, limit, maxDistance: Math.min(maxDistance, MAX_DISTANCE), except };
    const start = (): SimilarSearch["matches"] => {
      if (by === "auto") return byAuto(search, shapes.get(except)!);
      if (by === "shape" || by === "look") {
        const descriptor = shape === undefined ? shapes.get(except) : readShape(shape);
        if (descriptor === undefined) throw new ShapeUnavailableError(id!);
        if (by === "shape") return byShape(descriptor, limit, except);
        return byLook(descriptor, palette === undefined ? except : readPalette(palette), limit, except);
      }
      if (by === "phash") return marks === undefined ? byPhash(search) : byWeight(search, marks);
      if (by !== "vector") return byPalette(search, by === "blend");
      const wanted = vector === undefined ? vectorAt(vectors, except) : readVector(vector, vectors);
      if (wanted === undefined) throw new VectorUnavailableError(id!);
      return byVector(search, wanted);
    };
    return { by, lowDetail, ...(hash === undefined ? {} : { phash: formatHash(hash) }), matches: start() };
  };
}

/** @throws RangeError if the request does not have exactly one subject, which must suit its order and options */
function checkSubject(request: SimilarRequest & { readonly by: Order }): void {
  const { id, phash, shape, palette, vector, uncertain, by, maxDistance = MAX_DISTANCE, include = [] } = request;
  if ([id, phash, shape, vector].filter((subject) => subject !== undefined).length !== 1)
    throw new RangeError("give either id or phash, a shape or a vector");
  if (phash !== undefined && by !== "phash") throw new RangeError(`a hash can't be compared by ${by}, so give an id`);
  if (vector !== undefined && by !== "vector") throw new RangeError(`a vector can't be compared by ${by}`);
  if (vector !== undefined && (maxDistance < MAX_DISTANCE || include.length > 0))
    throw new RangeError("a vector has no hash, so it can't have maxDistance or include");
  if (palette !== undefined && (shape === undefined || by !== "look"))
    throw new RangeError("a palette needs a shape, and both are compared by look");
  if (shape !== undefined && by !== "shape" && palette === undefined)
    throw new RangeError(`a shape can't be compared by ${by}`);
  if ((by === "shape" || by === "look") && (maxDistance < MAX_DISTANCE || include.length > 0))
    throw new RangeError(`maxDistance and include compare hashes, so they can't be combined with by: "${by}"`);
  if (uncertain !== undefined && phash === undefined) throw new RangeError("uncertain needs a phash");
}

/** Whether a palette is a single black, gray or white, as those of sets whose icons differ in shape only. */
function isOneGray([color, next]: Uint32Array): boolean {
  const isNeutral = (level: number): boolean => Math.abs(level - LAB_NEUTRAL) <= MAX_GRAY;
  return next === 0 && isNeutral((color! >>> 8) & 0xff) && isNeutral((color! >>> 16) & 0xff);
}

function withScores(matches: readonly (ShapeMatch & Partial<LookMatch>)[], isGray = false): SimilarIcon[] {
  return matches.map((match) => ({ ...match, score: scoreOf(match, isGray) }));
}

/** What the hash of an icon says about its similarity. */
function shapeNearness(hashes: HashTable, ordinal: number, query: readonly QueryHash[]): SimilarIcon {
  const distance = distanceToQuery(hashes, ordinal, query);
  const variant = nearestVariant(hashes, ordinal, query);
  return {
    ordinal,
    ...(distance === NO_HASH ? {} : { distance }),
    ...(variant === undefined ? {} : { variant }),
    ...(hasLowDetail(hashes, ordinal) ? { lowDetail: true as const } : {}),
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

function readShape(text: string): Uint8Array {
  const descriptor = parseShape(text);
  if (descriptor === undefined) throw new RangeError(`shape must be 128 hex digits, got ${JSON.stringify(text)}`);
  return descriptor;
}

/** The colors of a palette as in a table. @throws RangeError if it has none, or one that is not #rrggbb */
function readPalette(palette: NonNullable<SimilarRequest["palette"]>): Uint32Array {
  const isColor = ({ hex, share }: (typeof palette)[number]): boolean =>
    COLOR.test(hex) && share >= 0 && share < Number.POSITIVE_INFINITY;
  if (!palette.some(({ share }) => share > 0) || !palette.every(isColor))
    throw new RangeError("a palette must have colors as #rrggbb with shares from 0, not all 0");
  const colors = new Uint32Array(PALETTE_COLORS);
  packPalette(palette, new Uint8Array(colors.buffer));
  return colors;
}

/** Quantizes a query vector. @throws RangeError if it can't be compared with the vectors of the table */
function readVector(vector: ArrayLike<number>, { count, dimensions }: VectorTable): QueryVector {
  if (count === 0) throw new RangeError("the dataset has no vectors to compare with");
  if (vector.length !== dimensions)
    throw new RangeError(`the vector has ${vector.length} dimensions, those of the dataset have ${dimensions}`);
  const query = new Int8Array(dimensions);
  const square = quantizeVector(vector, query);
  if (!(square > 0)) throw new RangeError("the vector must have finite numbers that are not all 0");
  return { query, square };
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
