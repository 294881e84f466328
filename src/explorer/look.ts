import { convertRgbToOklab } from "culori/fn";
import { differingBits, lookDistance } from "../catalog/similar/shape-distance.js";
import { createEarthMover } from "../color/earth-mover.js";
import type { DominantColor } from "../palette/dominant-colors.js";
import { PALETTE_COLORS } from "../palette/palette-size.js";

/** What can be compared of an image's look. */
export interface Look {
  /** The shape descriptor; undefined if the image shows no edges. */
  readonly shape: Uint8Array | undefined;
  /** Its palette. */
  readonly colors: readonly SharedColor[];
}

/** A color in OKLab and its share of the image's area, in parts of `WHOLE`. */
export interface SharedColor {
  readonly lab: readonly [lightness: number, a: number, b: number];
  readonly share: number;
}

/** Shares and distances of colors are integers, as the earth mover's distance needs. */
const WHOLE = 1000;
const UNIT = 1000;
/** The shape distance of an image without edges to any other. */
const NO_SHAPE = 128;

const { supply, demand, costs, move } = createEarthMover(PALETTE_COLORS);

/** The distance of two looks: 0 if they are the same, about 1 if shape or colors have nothing in common. */
export function distanceOfLooks(a: Look, b: Look): number {
  return lookDistance(shapeDistance(a.shape, b.shape), colorDistance(a.colors, b.colors));
}

function shapeDistance(a: Uint8Array | undefined, b: Uint8Array | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : NO_SHAPE;
  return differingBits(a, 0, b);
}

/** The earth mover's distance in OKLab. */
function colorDistance(a: readonly SharedColor[], b: readonly SharedColor[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 0 : 1;
  a.forEach(({ share }, at) => {
    supply[at] = share;
  });
  b.forEach(({ share }, at) => {
    demand[at] = share;
  });
  for (const [i, { lab: from }] of a.entries())
    for (const [j, { lab: to }] of b.entries())
      costs[i * PALETTE_COLORS + j] = UNIT * Math.hypot(...from.map((value, at) => value - to[at]!));
  return move(a.length, b.length) / (UNIT * WHOLE);
}

/** The colors of a palette, in a form for comparing. */
export function colorsOf(palette: readonly DominantColor[]): readonly SharedColor[] {
  return palette.map(({ hex, share }) => {
    const channel = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    const { l, a, b } = convertRgbToOklab({ r: channel(1), g: channel(3), b: channel(5) });
    return { lab: [l, a, b], share: Math.round(WHOLE * share) };
  });
}

/**
 * Orders things so that similar ones are next to each other: a short path through all of them that begins at the first.
 * Always goes to the nearest one left, then turns parts of the path around while that shortens it.
 *
 * @param distance of two things by their index; symmetric
 * @returns all indices
 * Cost: the distance of every pair, then a few passes over the pairs.
 */
export function shortPath(count: number, distance: (a: number, b: number) => number): readonly number[] {
  const table = new Float64Array(count * count);
  for (let a = 0; a < count; a++)
    for (let b = 0; b < a; b++) table[a * count + b] = table[b * count + a] = distance(a, b);
  const between = (a: number, b: number): number => table[a * count + b]!;
  const path = nearestFirst(count, between);
  for (let pass = 0, isShorter = true; isShorter && pass < MAX_PASSES; pass++) {
    isShorter = false;
    for (let from = 1; from < count - 1; from++) {
      for (let to = from + 1; to < count; to++) {
        const [before, first, last, after] = [path[from - 1]!, path[from]!, path[to]!, path[to + 1]];
        const cut = between(before, first) + (after === undefined ? 0 : between(last, after));
        const joined = between(before, last) + (after === undefined ? 0 : between(first, after));
        if (joined >= cut - LEAST_GAIN) continue;
        path.splice(from, to - from + 1, ...path.slice(from, to + 1).reverse());
        isShorter = true;
      }
    }
  }
  return path;
}

const MAX_PASSES = 20;
/** Smaller gains may be rounding errors. */
const LEAST_GAIN = 1e-9;

function nearestFirst(count: number, between: (a: number, b: number) => number): number[] {
  const left = new Set(Array.from({ length: count }, (_, at) => at));
  const path: number[] = [];
  for (let here = 0; left.size > 0; ) {
    left.delete(here);
    path.push(here);
    let nearest = -1;
    for (const other of left) if (nearest < 0 || between(here, other) < between(here, nearest)) nearest = other;
    here = nearest;
  }
  return path;
}
