import { converter, type Oklab } from "culori";
import { COLOR_BYTES, LAB_NEUTRAL, LAB_STEPS, PALETTE_COLORS, WHOLE_SHARE } from "#src/format/palette-table.js";
import type { PaletteColor } from "#src/format/record.js";
import { apportion } from "../apportion.js";

const toOklab = converter("oklab");

/**
 * Writes a palette as `palettes.bin` holds it; of more than five colours, the five with the largest shares.
 *
 * @param into `PALETTE_BYTES` zeros
 */
export function packPalette(palette: readonly PaletteColor[], into: Uint8Array): void {
  const kept = [...palette].sort((a, b) => b.share - a.share).slice(0, PALETTE_COLORS);
  const shares = apportion(
    kept.map(({ share }) => share),
    WHOLE_SHARE,
  );
  for (const [at, { hex }] of kept.entries()) {
    // Shares fall, so a colour with none ends the palette.
    if (shares[at] === 0) break;
    const { l, a, b } = toOklab(hex) as Oklab;
    into.set([stepsOf(l), stepsOf(a) + LAB_NEUTRAL, stepsOf(b) + LAB_NEUTRAL, shares[at]!], at * COLOR_BYTES);
  }
}

function stepsOf(coordinate: number): number {
  return Math.round(coordinate * LAB_STEPS);
}
