import type { Oklab } from "culori";
import { toOklab } from "../color/culori.js";
import { COLOR_BYTES, LAB_NEUTRAL, LAB_STEPS, PALETTE_COLORS, WHOLE_SHARE } from "./palette-table.js";
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

/**
 * Integers in proportion to the parts that add up to `total`: rounded down, with the difference assigned to the largest
 * remainders. A larger part never gets less than a smaller one. Source: Hamilton's method.
 *
 * @param parts not negative, and not all 0
 */
export function apportion(parts: readonly number[], total: number): number[] {
  const sum = parts.reduce((whole, part) => whole + part, 0);
  const exact = parts.map((part) => (part / sum) * total);
  const missing = total - exact.reduce((whole, part) => whole + Math.floor(part), 0);
  const favored = new Set(
    exact
      .map((part, index) => ({ index, rest: part - Math.floor(part) }))
      .sort((a, b) => b.rest - a.rest || a.index - b.index)
      .slice(0, missing)
      .map(({ index }) => index),
  );
  return exact.map((part, index) => Math.floor(part) + (favored.has(index) ? 1 : 0));
}
