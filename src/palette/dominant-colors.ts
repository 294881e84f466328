import type { Oklab } from "../color/color.js";
import type { RunPixels } from "../phash/pixels.js";
import { apportion } from "./apportion.js";
import { binColors, type ColorBin, type ColorConversions, countColors, oklabDistance } from "./colors.js";
import { PALETTE_COLORS } from "./palette-size.js";
import { withoutEdges } from "./without-edges.js";

const ROUNDS = 8;
/** Colors closer than this in OKLab look the same. */
const MERGE_DISTANCE = 0.06;
/** Smaller parts are mostly blurred edges. */
const MIN_SHARE = 0.02;

/** A color of an image and its share of the visible area. */
export interface DominantColor {
  /** `#rrggbb`, lower case. */
  readonly hex: string;
  /** In thousandths, from 0 to 1. */
  readonly share: number;
}

/**
 * The dominant colors of an image, which are its palette: the largest share first; shares add up to 1. Empty if nothing
 * is visible. Builds and the explorer compute the same from the same pixels.
 *
 * @param square a square with a side of 128, such as an analysis renders
 * Cost: about 1 ms.
 */
export function measurePalette(square: RunPixels, conversions: ColorConversions): readonly DominantColor[] {
  return dominantColors(binColors(countColors(withoutEdges(square)), conversions), conversions);
}

/**
 * The same of colors in bins. They are clustered in OKLab (k-means, seeded with the farthest heavy colors, so the
 * result is deterministic). A cluster is represented by its heaviest color, never by a mixed one.
 */
export function dominantColors(
  bins: readonly ColorBin[],
  { formatHex }: Pick<ColorConversions, "formatHex">,
): readonly DominantColor[] {
  const clusters = cluster(bins).filter((members) => members.length > 0);
  const merged = mergeAlike(clusters.map(summarize));
  const total = merged.reduce((sum, { count }) => sum + count, 0);
  const kept = merged
    .filter(({ count }) => count / total >= MIN_SHARE)
    .map(({ rgb, count }) => ({ hex: formatHex(rgb), count }))
    .sort((a, b) => b.count - a.count || (a.hex < b.hex ? -1 : 1));
  // Whole thousandths keep the order.
  const thousandths = apportion(
    kept.map(({ count }) => count),
    1000,
  );
  return kept.map(({ hex }, at) => ({ hex, share: thousandths[at]! / 1000 }));
}

function cluster(bins: readonly ColorBin[]): ColorBin[][] {
  let centers = seeds(bins);
  let groups: ColorBin[][] = [];
  const chosen = new Uint8Array(bins.length).fill(PALETTE_COLORS);
  for (let round = 0; round < ROUNDS; round++) {
    groups = centers.map(() => []);
    let moved = false;
    for (let at = 0; at < bins.length; at++) {
      const bin = bins[at]!;
      const index = nearestIndex(centers, bin.color);
      moved ||= chosen[at] !== index;
      chosen[at] = index;
      groups[index]!.push(bin);
    }
    if (!moved) break;
    centers = groups.map((members, index) => (members.length > 0 ? mean(members) : centers[index]!));
  }
  return groups;
}

/** The heaviest color, then repeatedly the color that is both heavy and far from the chosen ones. */
function seeds(bins: readonly ColorBin[]): Oklab[] {
  const chosen: Oklab[] = [];
  // Distance of each color to the nearest chosen one.
  const gaps = new Float64Array(bins.length).fill(1);
  while (chosen.length < PALETTE_COLORS) {
    let best: ColorBin | undefined;
    let bestScore = 0;
    for (let at = 0; at < bins.length; at++) {
      const gap = gaps[at]!;
      if (gap < MERGE_DISTANCE) continue;
      const bin = bins[at]!;
      const score = gap * Math.sqrt(bin.count);
      if (score > bestScore) [best, bestScore] = [bin, score];
    }
    if (best === undefined) break;
    const { color } = best;
    chosen.push(color);
    for (let at = 0; at < bins.length; at++) gaps[at] = Math.min(gaps[at]!, oklabDistance(color, bins[at]!.color));
  }
  return chosen;
}

function summarize(members: readonly ColorBin[]): ColorBin {
  const heaviest = members.reduce((a, b) => (b.count > a.count ? b : a));
  return { ...heaviest, count: members.reduce((sum, { count }) => sum + count, 0) };
}

function mergeAlike(bins: readonly ColorBin[]): ColorBin[] {
  const merged: ColorBin[] = [];
  for (const bin of [...bins].sort((a, b) => b.count - a.count)) {
    const at = merged.findIndex(({ color }) => oklabDistance(color, bin.color) < MERGE_DISTANCE);
    if (at < 0) merged.push(bin);
    else merged[at] = { ...merged[at]!, count: merged[at]!.count + bin.count };
  }
  return merged;
}

function nearestIndex(centers: readonly Oklab[], color: Oklab): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < centers.length; index++) {
    const distance = oklabDistance(centers[index]!, color);
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

function mean(members: readonly ColorBin[]): Oklab {
  let [l, a, b, total] = [0, 0, 0, 0];
  for (const { color, count } of members) {
    l += color.l * count;
    a += color.a * count;
    b += color.b * count;
    total += count;
  }
  return { mode: "oklab", l: l / total, a: a / total, b: b / total };
}
