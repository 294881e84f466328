import type { Oklab } from "culori";
import { formatHex } from "#src/color/culori.js";
import { nearestLabel, nearestLabelTo } from "#src/color/nearest-label.js";
import { apportion } from "#src/format/pack-palette.js";
import type { PaletteColor } from "#src/format/record.js";
import { type ColorBin, oklabDistance } from "./colors.js";

const MAX_COLORS = 5;
const ROUNDS = 8;
/** Colors closer than this in OKLab look the same. */
const MERGE_DISTANCE = 0.06;
/** Smaller parts are mostly blurred edges. */
const MIN_SHARE = 0.02;
/** Minimum share of the visible area for a color label. */
const MIN_LABEL_SHARE = 0.03;

/** The colors of an image. */
export interface Colors {
  /** The dominant colors, largest share first; shares add up to 1. Empty if nothing is visible. */
  readonly palette: readonly PaletteColor[];
  /** The color labels that cover enough area to be noticed, largest first. */
  readonly labels: readonly string[];
}

/**
 * Measures the visible area. Each bin has a label, and the bins are clustered in OKLab (k-means, seeded with the
 * farthest heavy colors, so the result is deterministic). A cluster is represented by its heaviest color, never by a
 * mixed one.
 */
export function measureColors(bins: readonly ColorBin[]): Colors {
  const clusters = cluster(bins).filter((members) => members.length > 0);
  const merged = mergeAlike(clusters.map(summarize));
  const total = merged.reduce((sum, { count }) => sum + count, 0);
  const kept = merged
    .filter(({ count }) => count / total >= MIN_SHARE)
    .map(({ rgb, count }) => ({ hex: formatHex(rgb), count }))
    .sort((a, b) => b.count - a.count || (a.hex < b.hex ? -1 : 1));
  const labels = labelsByShare(bins.map(({ color, count }) => ({ name: nearestLabelTo(color), share: count / total })));
  return { palette: withShares(kept), labels };
}

/** The labels whose parts of an area together cover enough to be noticed, largest first. */
export function labelsByShare(parts: readonly { readonly name: string; readonly share: number }[]): string[] {
  const shares = new Map<string, number>();
  for (const { name, share } of parts) shares.set(name, (shares.get(name) ?? 0) + share);
  return [...shares]
    .filter(([, share]) => share >= MIN_LABEL_SHARE)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name);
}

function cluster(bins: readonly ColorBin[]): ColorBin[][] {
  let centers = seeds(bins);
  let groups: ColorBin[][] = [];
  const chosen = new Uint8Array(bins.length).fill(MAX_COLORS);
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
  while (chosen.length < MAX_COLORS) {
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

/** Shares in whole thousandths that add up to 1 and keep their order. */
function withShares(bins: readonly { readonly hex: string; readonly count: number }[]): PaletteColor[] {
  const thousandths = apportion(
    bins.map(({ count }) => count),
    1000,
  );
  return bins.map(({ hex }, index) => ({ hex, name: nearestLabel(hex), share: thousandths[index]! / 1000 }));
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
