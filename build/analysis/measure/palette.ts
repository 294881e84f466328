import { formatHex } from "#src/color/culori.js";
import { nearestLabel, nearestLabelTo } from "#src/color/nearest-label.js";
import type { PaletteColor } from "#src/format/record.js";
import type { ColorBin } from "#src/palette/colors.js";
import { dominantColors } from "#src/palette/dominant-colors.js";

/** Minimum share of the visible area for a color label. */
const MIN_LABEL_SHARE = 0.03;

/** The colors of an image. */
export interface Colors {
  /** The dominant colors, largest share first; shares add up to 1. Empty if nothing is visible. */
  readonly palette: readonly PaletteColor[];
  /** The color labels that cover enough area to be noticed, largest first. */
  readonly labels: readonly string[];
}

/** Measures the visible area: its palette, and the labels of its bins. */
export function measureColors(bins: readonly ColorBin[]): Colors {
  const palette = dominantColors(bins, { formatHex }).map(({ hex, share }) => ({
    hex,
    name: nearestLabel(hex),
    share,
  }));
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const labels = labelsByShare(bins.map(({ color, count }) => ({ name: nearestLabelTo(color), share: count / total })));
  return { palette, labels };
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
