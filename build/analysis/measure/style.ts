import type { ColorBin } from "#src/palette/colors.js";
import type { RunPixels } from "#src/phash/pixels.js";
import { edgeShare, slopeShare } from "./edges.js";
import { findBackground, maskForeground } from "./foreground.js";
import type { Mask } from "./mask.js";
import { enclosedShare, strokeWidth } from "./strokes.js";
import { countRegions, mapTones, shadedShare } from "./tones.js";

// docs/analysis.md lists the decisions in their order, and which images they classify incorrectly.

/** Only an image drawn in many small parts has this share of edges. */
const DRAWN_EDGES = 0.19;
/** Blended colors are noticeable from this share of the area. */
const BLENDED = 0.15;
/** Tones that cover less than this are accents. */
const MIN_TONE = 0.015;
/** Strokes up to this share of the foreground's shorter side are lines. */
const LINE_WIDTH = 0.08;
/** Bolder strokes up to this share of the foreground's area are lines, too, if they enclose much. */
const BOLD_LINE_WIDTH = 0.14;
const ENCLOSED = 0.7;
/** No foreground needs this many regions, */
const MANY_REGIONS = 12;
/** or this many together with this share of edges. */
const SOME_REGIONS = 10;
const SOME_EDGES = 0.1;
/** From this share of the area, light and shade dominate. */
const SHADED = 0.55;

/** The styles that can be measured; a dataset may override them. */
export type MeasuredStyle = "glyph" | "outline" | "flat" | "gradient" | "layered" | "illustrated";

/**
 * The measured style: the first matching rule of a list. Undefined if nothing is visible.
 *
 * @param pixels the image
 * @param plain the same without its edges
 * @param bins the colors of `plain`
 */
export function measureStyle(
  pixels: RunPixels,
  plain: RunPixels,
  bins: readonly ColorBin[],
): MeasuredStyle | undefined {
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
    return foreground && isDrawnInLines(maskForeground(toneMap, pixels, background, foreground.color))
      ? "outline"
      : "glyph";
  }
  const regions = countRegions(toneMap);
  if (regions >= MANY_REGIONS || (regions >= SOME_REGIONS && edges >= SOME_EDGES)) return "illustrated";
  return shadedShare(foregroundTones, tones) >= SHADED ? "layered" : "flat";
}

function isDrawnInLines(mask: Mask): boolean {
  const stroke = strokeWidth(mask) ?? 1;
  return stroke <= LINE_WIDTH || (stroke <= BOLD_LINE_WIDTH && enclosedShare(mask) >= ENCLOSED);
}
