import fc from "fast-check";
import { createEarthMover } from "#src/color/earth-mover.js";
import { decodePaletteTable, encodePaletteTable, PALETTE_BYTES, type PaletteTable } from "#src/format/palette-table.js";
import { PALETTE_COLORS } from "#src/palette/palette-size.js";

/** Lightness, a, b and share of each color, in steps; empty without a palette. */
export type Colors = readonly (readonly [number, number, number, number])[];

export function paletteTableOf(palettes: readonly Colors[]): PaletteTable {
  const bytes = palettes.map((colors) => {
    const packed = new Uint8Array(PALETTE_BYTES);
    packed.set(colors.flat());
    return packed;
  });
  return decodePaletteTable(new Uint8Array(encodePaletteTable(bytes)), "palettes.bin");
}

const mover = createEarthMover(PALETTE_COLORS);

/** The distance of two palettes in units, computed by comparing all colors; Infinity if one is missing. */
export function paletteDistance(one: Colors, other: Colors): number {
  if (one.length === 0 || other.length === 0) return Number.POSITIVE_INFINITY;
  for (const [source, [l, a, b, share]] of one.entries()) {
    mover.supply[source] = share;
    for (const [sink, [l2, a2, b2, share2]] of other.entries()) {
      mover.demand[sink] = share2;
      mover.costs[source * PALETTE_COLORS + sink] = Math.ceil(
        64 * Math.sqrt((l - l2) ** 2 + (a - a2) ** 2 + (b - b2) ** 2),
      );
    }
  }
  return mover.move(one.length, other.length);
}

/** Both ends, the middle, and nearby values, so that almost equal colors are common. */
const step = fc.constantFrom(0, 1, 2, 100, 128, 254, 255);

/** A palette of up to `PALETTE_COLORS` colors whose shares add up to 255, or none. */
export const anyColors: fc.Arbitrary<Colors> = fc
  .tuple(
    fc.array(fc.tuple(step, step, step), { maxLength: PALETTE_COLORS }),
    fc.array(fc.constantFrom(1, 50, 51, 100, 127, 128), { minLength: PALETTE_COLORS, maxLength: PALETTE_COLORS }),
  )
  .map(([colors, parts]) => {
    let left = 255;
    return colors.map(([l, a, b], at) => {
      const after = colors.length - at - 1;
      const share = after === 0 ? left : Math.max(1, Math.min(parts[at]!, left - after));
      left -= share;
      return [l, a, b, share] as const;
    });
  });

/** Palettes from a few kinds, so that equal ones are common. */
export const fewColors: fc.Arbitrary<readonly Colors[]> = fc.array(anyColors, { minLength: 1, maxLength: 3 });
