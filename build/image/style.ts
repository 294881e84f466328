import type { ColorCounts } from "./color-counts.js";

/** Pixels more transparent than this are edges or nothing. */
const OPAQUE = 250;
/** Colours of a drawing that count as its regions. */
const REGIONS = 6;
/** Where the regions cover less than this of what is opaque, colours blend into each other. */
const FLAT_COVER = 0.78;
/** Two regions, the sign and perhaps its ground, make a glyph. */
const GLYPH_COVER = 0.85;

/**
 * The style that the pixels tell: `glyph` (one sign in one colour, perhaps on a ground), `flat` (few even regions) or
 * `gradient` (colours that blend). Undefined where nothing is opaque.
 */
export function measureStyle({ size, colors, counts }: ColorCounts): "glyph" | "flat" | "gradient" | undefined {
  const regions = new Map<number, number>();
  let opaque = 0;
  for (let at = 0; at < size; at++) {
    if ((colors[at * 4 + 3] as number) < OPAQUE) continue;
    const count = counts[at] as number;
    opaque += count;
    // Neighbouring levels are one colour: decoders and blends are off by a level or two.
    const red = colors[at * 4] as number;
    const green = colors[at * 4 + 1] as number;
    const blue = colors[at * 4 + 2] as number;
    const key = ((red >> 2) << 12) | ((green >> 2) << 6) | (blue >> 2);
    regions.set(key, (regions.get(key) ?? 0) + count);
  }
  if (opaque === 0) return undefined;
  const largest = [...regions.values()].sort((a, b) => b - a);
  const cover = (most: number): number => largest.slice(0, most).reduce((sum, count) => sum + count, 0) / opaque;
  if (cover(2) >= GLYPH_COVER) return "glyph";
  return cover(REGIONS) >= FLAT_COVER ? "flat" : "gradient";
}
