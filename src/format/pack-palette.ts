import type { Oklab } from "../color/color.js";
import { toOklab } from "../color/culori.js";
import { apportion } from "../palette/apportion.js";
import { PALETTE_COLORS } from "../palette/palette-size.js";
import { COLOR_BYTES, LAB_NEUTRAL, LAB_STEPS, WHOLE_SHARE } from "./palette-table.js";
import type { PaletteColor } from "./record.js";

/**
 * Writes a palette in the form of `palettes.bin`; of more than five colors, the five with the largest shares.
 *
 * @param into `PALETTE_BYTES` zeros
 */
export function packPalette(palette: readonly Pick<PaletteColor, "hex" | "share">[], into: Uint8Array): void {
  const kept = [...palette].sort((a, b) => b.share - a.share).slice(0, PALETTE_COLORS);
  const shares = apportion(
    kept.map(({ share }) => share),
    WHOLE_SHARE,
  );
  for (const [at, { hex }] of kept.entries()) {
    // Shares are descending, so a share of 0 ends the palette.
    if (shares[at] === 0) break;
    const { l, a, b } = toOklab(hex) as Oklab;
    into.set([stepsOf(l), stepsOf(a) + LAB_NEUTRAL, stepsOf(b) + LAB_NEUTRAL, shares[at]!], at * COLOR_BYTES);
  }
}

function stepsOf(coordinate: number): number {
  return Math.round(coordinate * LAB_STEPS);
}
