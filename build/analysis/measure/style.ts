import type { Pixels } from "#src/phash/pixels.js";
import type { ColorBin } from "./colors.js";
import { edgeShare, slopeShare } from "./edges.js";
import { findBackground, maskForeground } from "./foreground.js";
import { enclosedShare, strokeWidth } from "./strokes.js";
import { countRegions, mapTones, shadedShare } from "./tones.js";

// How each threshold was found, and what it decides rightly and wrongly, is in docs/analysis.md.

/** So much of an image is edges only where it is drawn out of many small parts. */
const DRAWN_EDGES = 0.2;
/** Colors that blend are seen at once from this part of the area on. */
const BLENDED = 0.15;
/** Tones that cover less than this are accents. */
const MIN_TONE = 0.015;
/** Strokes up to this part of the foreground's shorter side are lines. */
const LINE_WIDTH = 0.08;
/** So are bolder ones that enclose much, as part of the foreground's area. */
const BOLD_LINE_WIDTH = 0.15;
const ENCLOSED = 0.7;
/** Nobody needs so many regions for a foreground, */
const MANY_REGIONS = 12;
/** nor so many and so many edges. */
const SOME_REGIONS = 10;
const SOME_EDGES = 0.1;
/** From this part of the area on, light and shade is what is seen. */
const SHADED = 0.55;

/** The styles that can be measured; the dataset may override them. */
export type MeasuredStyle = "glyph" | "outline" | "flat" | "gradient" | "layered" | "illustrated";

/**
 * The measured style: the first matching rule of a list. Undefined where nothing is
 * visible.
 *
 * @param pixels the image
 * @param plain the same without its edges
 * @param bins the colors of `plain`
 */
export function measureStyle(pixels: Pixels, plain: Pixels, bins: readonly ColorBin[]): MeasuredStyle | undefined {
  if (bins.length === 0) return undefined;
  const edges = edgeShare(pixels);
  if (edges >= DRAWN_EDGES) return "illustrated";
  if (slopeShare(pixels) >= BLENDED) return "gradient";
  const toneMap = mapTones(plain, bins);
  const background = findBackground(toneMap, pixels);
  const tones = toneMap.tones.filter(({ share }) => share >= MIN_TONE);
  const foregroundTones = tones.filter((tone) => tone !== toneMap.tones[background - 1]);
  if (foregroundTones.length <= 1) {
    const [foreground] = foregroundTones;
    return foreground && isDrawnInLines(maskForeground(toneMap, pixels, background, foreground.color), pixels.width)
      ? "outline"
      : "glyph";
  }
  const regions = countRegions(toneMap);
  if (regions >= MANY_REGIONS || (regions >= SOME_REGIONS && edges >= SOME_EDGES)) return "illustrated";
  return shadedShare(foregroundTones, tones) >= SHADED ? "layered" : "flat";
}

function isDrawnInLines(mask: Uint8Array, width: number): boolean {
  const stroke = strokeWidth(mask, width) ?? 1;
  return stroke <= LINE_WIDTH || (stroke <= BOLD_LINE_WIDTH && enclosedShare(mask, width) >= ENCLOSED);
}
