import { createEarthMover } from "../../color/earth-mover.js";
import { LAB_STEPS, PALETTE_COLORS, type PaletteTable, shareOf, WHOLE_SHARE } from "../../format/palette-table.js";

/** Parts of a step of OKLab in which the distance of two colours is counted. */
const PARTS = 64;

/** Palette distances are whole numbers, so that they order alike on every machine; this many are 1 of OKLab. */
export const COLOR_DISTANCE_UNIT = PARTS * LAB_STEPS * WHOLE_SHARE;

/** One palette of a table, with which others are compared. */
export interface PaletteComparison {
  /**
   * The earth mover's distance to the palette at `ordinal`, in parts of `COLOR_DISTANCE_UNIT`: colours are as far apart as in OKLab, rounded
   * up, and weigh as much as their share. Infinity where there is no palette, or where it is more than `most`.
   */
  distanceTo(ordinal: number, most: number): number;
}

/**
 * Compares palettes of a table, in memory that is used again: a comparison is good until the next one begins.
 *
 * @returns for an ordinal the comparison with its palette; undefined where it has none
 * Cost of a distance: some nanoseconds where the mean colours are farther apart than `most`, else about a microsecond.
 */
export function createPaletteComparer(table: PaletteTable): (asked: number) => PaletteComparison | undefined {
  const { colors } = table;
  const { supply, demand, costs, move } = createEarthMover(PALETTE_COLORS);
  let first = 0;
  let sources = 0;
  const mean: MeanColor = { lightness: 0, a: 0, b: 0 };

  const comparison: PaletteComparison = {
    distanceTo(ordinal, most) {
      const to = ordinal * PALETTE_COLORS;
      if (PARTS * PARTS * leastSquare(colors, to, mean) > most * most) return Number.POSITIVE_INFINITY;
      const sinks = table.size(ordinal);
      if (sinks === 0) return Number.POSITIVE_INFINITY;
      for (let sink = 0; sink < sinks; sink++) demand[sink] = shareOf(colors[to + sink]!);
      for (let source = 0; source < sources; source++) {
        const color = colors[first + source]!;
        supply[source] = shareOf(color);
        for (let sink = 0; sink < sinks; sink++) {
          costs[source * PALETTE_COLORS + sink] = colorDistance(color, colors[to + sink]!);
        }
      }
      const distance = move(sources, sinks);
      return distance > most ? Number.POSITIVE_INFINITY : distance;
    },
  };

  return (asked) => {
    sources = table.size(asked);
    if (sources === 0) return undefined;
    first = asked * PALETTE_COLORS;
    mean.lightness = 0;
    mean.a = 0;
    mean.b = 0;
    for (let at = first; at < first + sources; at++) {
      const color = colors[at]!;
      mean.lightness += lightnessOf(color) * shareOf(color);
      mean.a += aOf(color) * shareOf(color);
      mean.b += bOf(color) * shareOf(color);
    }
    return comparison;
  };
}

/** The sum of a palette's colours, weighted by their shares. */
interface MeanColor {
  lightness: number;
  a: number;
  b: number;
}

/**
 * The square of how far two means are apart, in steps: mass can't be carried less far than its centre moves.
 * Source: Rubner, Tomasi, Guibas, 2000, theorem 1.
 */
function leastSquare(colors: Uint32Array, to: number, { lightness, a, b }: MeanColor): number {
  let differenceL = lightness;
  let differenceA = a;
  let differenceB = b;
  for (let at = to; at < to + PALETTE_COLORS; at++) {
    const color = colors[at]!;
    const share = shareOf(color);
    if (share === 0) break;
    differenceL -= lightnessOf(color) * share;
    differenceA -= aOf(color) * share;
    differenceB -= bOf(color) * share;
  }
  return differenceL * differenceL + differenceA * differenceA + differenceB * differenceB;
}

/** How far two colours are apart, in `PARTS` of a step, rounded up: so a way round is never shorter. */
function colorDistance(one: number, other: number): number {
  const differenceL = lightnessOf(one) - lightnessOf(other);
  const differenceA = aOf(one) - aOf(other);
  const differenceB = bOf(one) - bOf(other);
  return Math.ceil(PARTS * Math.sqrt(differenceL ** 2 + differenceA ** 2 + differenceB ** 2));
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
