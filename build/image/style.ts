import type { Pixels } from "#src/phash/pixels.js";

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
export function measureStyle({ data }: Pixels): "glyph" | "flat" | "gradient" | undefined {
  const counts = new Map<number, number>();
  let opaque = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] as number) < OPAQUE) continue;
    opaque++;
    // Neighbouring levels are one colour: decoders and blends are off by a level or two.
    const key =
      (((data[at] as number) >> 2) << 12) | (((data[at + 1] as number) >> 2) << 6) | ((data[at + 2] as number) >> 2);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (opaque === 0) return undefined;
  const largest = [...counts.values()].sort((a, b) => b - a);
  const cover = (regions: number): number => largest.slice(0, regions).reduce((sum, count) => sum + count, 0) / opaque;
  if (cover(2) >= GLYPH_COVER) return "glyph";
  return cover(REGIONS) >= FLAT_COVER ? "flat" : "gradient";
}
