import { createEarthMover } from "../../color/earth-mover.js";
import { LAB_STEPS, type PaletteTable, shareOf, WHOLE_SHARE } from "../../format/palette-table.js";
import { PALETTE_COLORS } from "../../palette/palette-size.js";

/** Fractions of an OKLab step in which the distance of two colors is measured. */
const PARTS = 64;

/** More than the distance of any two colors. */
const UNREACHED = 2 ** 30;

/** Palette distances are integers, so that they sort alike on every machine; this many are 1 in OKLab. */
export const COLOR_DISTANCE_UNIT = PARTS * LAB_STEPS * WHOLE_SHARE;

/** Compares a palette with those of a table. */
export interface PaletteComparison {
  /**
   * The earth mover's distance to the palette at `ordinal`, in units of 1 / `COLOR_DISTANCE_UNIT`. Color distances are
   * those of OKLab, rounded up; weights are the shares. Infinity if there is no palette or the distance exceeds `most`.
   */
  distanceTo(ordinal: number, most: number): number;
}

/**
 * Compares palettes with those of a table in reused memory: a comparison is valid until the next one begins.
 *
 * @returns a function that returns the comparison with an ordinal's palette, or with `PALETTE_COLORS` words like those
 *   of the table; undefined if it has no colors
 * Cost of a distance: a few nanoseconds if the mean colors are farther apart than `most` or one palette is a single
 * color, else about a microsecond.
 */
export function createPaletteComparer(
  table: PaletteTable,
): (query: number | Uint32Array) => PaletteComparison | undefined {
  const { colors } = table;
  const { supply, demand, costs, move } = createEarthMover(PALETTE_COLORS);
  /** The palette to compare with begins at `first`. */
  let own = colors;
  let first = 0;
  let sources = 0;
  const mean: MeanColor = { lightness: 0, a: 0, b: 0 };

  /** If one palette is a single color, there is only one flow. Most drawings have a single color. */
  const straightDistance = (to: number, sinks: number): number => {
    let distance = 0;
    for (let source = first; source < first + sources; source++) {
      for (let sink = to; sink < to + sinks; sink++) {
        const share = Math.min(shareOf(own[source]!), shareOf(colors[sink]!));
        distance += share * colorDistance(own[source]!, colors[sink]!);
      }
    }
    return distance;
  };

  /**
   * Whether every flow costs more than `most`, by a bound that considers only the sources: each color moves to the
   * nearest color of the other palette. Most palettes that are too far away are ruled out after a color or two, at one
   * square root each.
   * Source: Kusner, Sun, Kolkin, Weinberger, "From word embeddings to document distances", 2015, relaxed word mover's
   * distance.
   */
  const isTooFar = (to: number, sinks: number, most: number): boolean => {
    let work = 0;
    for (let source = first; source < first + sources; source++) {
      const color = own[source]!;
      let least = UNREACHED;
      for (let sink = to; sink < to + sinks; sink++) least = Math.min(least, squareDistance(color, colors[sink]!));
      work += shareOf(color) * Math.ceil(PARTS * Math.sqrt(least));
      if (work > most) return true;
    }
    return false;
  };

  /** The same bound for the sinks, from the costs. */
  const leastWorkOfSinks = (sinks: number): number => {
    let work = 0;
    for (let sink = 0; sink < sinks; sink++) {
      let least = UNREACHED;
      for (let source = 0; source < sources; source++) least = Math.min(least, costs[source * PALETTE_COLORS + sink]!);
      work += demand[sink]! * least;
    }
    return work;
  };

  const movedDistance = (to: number, sinks: number, most: number): number => {
    if (isTooFar(to, sinks, most)) return Number.POSITIVE_INFINITY;
    for (let sink = 0; sink < sinks; sink++) demand[sink] = shareOf(colors[to + sink]!);
    for (let source = 0; source < sources; source++) {
      const color = own[first + source]!;
      supply[source] = shareOf(color);
      for (let sink = 0; sink < sinks; sink++) {
        costs[source * PALETTE_COLORS + sink] = colorDistance(color, colors[to + sink]!);
      }
    }
    return leastWorkOfSinks(sinks) > most ? Number.POSITIVE_INFINITY : move(sources, sinks);
  };

  const comparison: PaletteComparison = {
    distanceTo(ordinal, most) {
      const to = ordinal * PALETTE_COLORS;
      // In large sets, most icons have a single color, and many the same one.
      if (sources === 1 && colors[to] === own[first]) return most < 0 ? Number.POSITIVE_INFINITY : 0;
      if (PARTS * PARTS * leastSquare(colors, to, mean) > most * most) return Number.POSITIVE_INFINITY;
      const sinks = table.size(ordinal);
      if (sinks === 0) return Number.POSITIVE_INFINITY;
      const distance = sources === 1 || sinks === 1 ? straightDistance(to, sinks) : movedDistance(to, sinks, most);
      return distance > most ? Number.POSITIVE_INFINITY : distance;
    },
  };

  return (query) => {
    const isOrdinal = typeof query === "number";
    own = isOrdinal ? colors : query;
    first = isOrdinal ? query * PALETTE_COLORS : 0;
    sources = isOrdinal ? table.size(query) : query.findLastIndex((color) => shareOf(color) > 0) + 1;
    if (sources === 0) return undefined;
    mean.lightness = 0;
    mean.a = 0;
    mean.b = 0;
    for (let at = first; at < first + sources; at++) {
      const color = own[at]!;
      mean.lightness += lightnessOf(color) * shareOf(color);
      mean.a += aOf(color) * shareOf(color);
      mean.b += bOf(color) * shareOf(color);
    }
    return comparison;
  };
}

/** The sum of a palette's colors, weighted by their shares. */
interface MeanColor {
  lightness: number;
  a: number;
  b: number;
}

/**
 * The squared distance of two means, in steps: a lower bound of the earth mover's distance.
 * Source: Rubner, Tomasi, Guibas, 2000, theorem 1.
 */
function leastSquare(colors: Uint32Array, to: number, { lightness, a, b }: MeanColor): number {
  // Lightness and b are summed in the two halves of one word. A half is wide enough, since the shares add up to at most
  // a whole.
  let lightnessAndB = 0;
  let sumOfA = 0;
  for (let at = to; at < to + PALETTE_COLORS; at++) {
    const color = colors[at]!;
    const share = shareOf(color);
    if (share === 0) break;
    lightnessAndB += Math.imul(color & 0xff00ff, share);
    sumOfA += aOf(color) * share;
  }
  const differenceL = lightness - (lightnessAndB & 0xffff);
  const differenceA = a - sumOfA;
  const differenceB = b - (lightnessAndB >>> 16);
  return differenceL * differenceL + differenceA * differenceA + differenceB * differenceB;
}

/** The distance of two colors in `PARTS` of a step. Rounded up, so that the triangle inequality holds. */
function colorDistance(one: number, other: number): number {
  return Math.ceil(PARTS * Math.sqrt(squareDistance(one, other)));
}

/** The squared distance of two colors, in steps. */
function squareDistance(one: number, other: number): number {
  const differenceL = (lightnessOf(one) - lightnessOf(other)) | 0;
  const differenceA = (aOf(one) - aOf(other)) | 0;
  const differenceB = (bOf(one) - bOf(other)) | 0;
  return (
    (Math.imul(differenceL, differenceL) + Math.imul(differenceA, differenceA) + Math.imul(differenceB, differenceB)) |
    0
  );
}

function lightnessOf(color: number): number {
  return color & 0xff;
}

function aOf(color: number): number {
  return (color >>> 8) & 0xff;
}

function bOf(color: number): number {
  return (color >>> 16) & 0xff;
}
