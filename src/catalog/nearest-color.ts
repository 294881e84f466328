import type { Oklab } from "../color/color.js";
import { LAB_NEUTRAL, LAB_STEPS, type PaletteTable, shareOf, WHOLE_SHARE } from "../format/palette-table.js";
import { PALETTE_COLORS } from "../palette/palette-size.js";
import type { WorkBudget } from "./execution/work-budget.js";

/** Distances that are told apart, up to twice that of black and white. */
const PLACES = 2048;
const PLACES_PER_UNIT = 1000;
/** Distance in OKLab that counts as much as a color that takes no area instead of all of it. */
const SMALL = 0.1;
/** Steps for the colors of an icon. */
const COMPARING = 2;

/**
 * A page of icons by the distance of their nearest color, small areas counting as farther; ties in the given order,
 * icons without a palette last.
 *
 * @param start position of the first icon
 * @throws QueryTooExpensiveError
 * Cost: about 20 ns per icon.
 */
export function byNearestColor(
  icons: Uint32Array,
  color: Oklab,
  palettes: PaletteTable,
  { start, length }: { readonly start: number; readonly length: number },
  budget: WorkBudget,
): Uint32Array {
  budget.spend(icons.length * COMPARING);
  const wanted = [color.l, color.a, color.b].map((axis, at) => axis * LAB_STEPS + (at === 0 ? 0 : LAB_NEUTRAL));
  const [l, a, b] = wanted as [number, number, number];
  const places = icons.map((ordinal) => {
    let least = PLACES;
    const first = ordinal * PALETTE_COLORS;
    for (let at = first; at < first + palettes.size(ordinal); at++) {
      const word = palettes.colors[at]!;
      const [dl, da, db] = [(word & 0xff) - l, ((word >>> 8) & 0xff) - a, ((word >>> 16) & 0xff) - b];
      const far = Math.sqrt(dl * dl + da * da + db * db) / LAB_STEPS + SMALL * (1 - shareOf(word) / WHOLE_SHARE);
      least = Math.min(least, Math.floor(far * PLACES_PER_UNIT));
    }
    return Math.min(least, PLACES);
  });
  // The number of icons before each place, then of those that have been put there.
  const before = new Uint32Array(PLACES + 2);
  for (const place of places) before[place + 1]!++;
  for (let place = 1; place < before.length; place++) before[place]! += before[place - 1]!;
  const sorted = new Uint32Array(icons.length);
  for (const [at, place] of places.entries()) sorted[before[place]!++] = icons[at]!;
  return sorted.slice(start, start + length);
}
