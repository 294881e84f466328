import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "#src/catalog/similar/palette-comparison.js";
import { encodePaletteTable } from "#src/format/encode-palette-table.js";
import { decodePaletteTable, PALETTE_BYTES, PALETTE_COLORS, type PaletteTable } from "#src/format/palette-table.js";

/** What is measured is shown to this many digits. */
const DIGITS = 1e4;

/** The palette of an icon in the table of its generation. */
export interface PalettePlace {
  readonly table: PaletteTable;
  readonly ordinal: number;
}

/**
 * Compares palettes of two generations: the earth mover's distance in OKLab, as look-alikes by colour have it. The comparer takes both of
 * one table, so they are laid side by side in a table of two.
 *
 * @returns for two palettes their distance, rounded to four digits; undefined where one is missing
 */
export function createPaletteDistance(): (before: PalettePlace, after: PalettePlace) => number | undefined {
  const pair = decodePaletteTable(encodePaletteTable([new Uint8Array(2 * PALETTE_BYTES)]), "a pair");
  const compare = createPaletteComparer(pair);
  const lay = ({ table, ordinal }: PalettePlace, at: number): void => {
    const first = ordinal * PALETTE_COLORS;
    pair.colors.fill(0, at * PALETTE_COLORS, (at + 1) * PALETTE_COLORS);
    pair.colors.set(table.colors.subarray(first, first + table.size(ordinal)), at * PALETTE_COLORS);
  };
  return (before, after) => {
    if (before.table.size(before.ordinal) === 0 || after.table.size(after.ordinal) === 0) return undefined;
    lay(before, 0);
    lay(after, 1);
    const distance = compare(0)!.distanceTo(1, Number.POSITIVE_INFINITY) / COLOR_DISTANCE_UNIT;
    return Math.round(distance * DIGITS) / DIGITS;
  };
}
