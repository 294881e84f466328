import { converter, type Oklab } from "culori";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packPalette } from "#src/format/pack-palette.js";
import { PALETTE_BYTES } from "#src/format/palette-table.js";
import type { PaletteColor } from "#src/format/record.js";
import { PALETTE_COLORS } from "#src/palette/palette-size.js";
import { randomRuns } from "../support/random-runs.js";

const toOklab = converter("oklab");
const pack = (palette: readonly PaletteColor[]): number[] => {
  const bytes = new Uint8Array(PALETTE_BYTES);
  packPalette(palette, bytes);
  return [...bytes];
};
const colorsOf = (bytes: readonly number[]): number[][] =>
  Array.from({ length: PALETTE_COLORS }, (_, at) => bytes.slice(at * 4, at * 4 + 4)).filter(
    ([, , , share]) => share! > 0,
  );
const color = (hex: string, share: number): PaletteColor => ({ hex, name: "gray", share });

describe("packed palette", () => {
  it("packs a palette as docs/format.md specifies", () => {
    const bytes = pack([color("#ffffff", 0.4), color("#ff0000", 0.6)]);
    expect(bytes).toEqual([160, 185, 160, 153, 255, 128, 128, 102, ...Array(12).fill(0)]);
  });

  it("stores every sRGB color within half a step along each axis", () => {
    fc.assert(
      fc.property(fc.nat(0xffffff), (number) => {
        const hex = `#${number.toString(16).padStart(6, "0")}`;
        const { l, a, b } = toOklab(hex) as Oklab;
        const [packed] = colorsOf(pack([color(hex, 1)]));
        const [light, red, yellow, share] = packed!;
        expect(share).toBe(255);
        for (const [step, value] of [
          [light!, l],
          [red! - 128, a],
          [yellow! - 128, b],
        ]) {
          expect(Math.abs(step! - value! * 255)).toBeLessThanOrEqual(0.5 + 1e-9);
        }
      }),
      randomRuns(2000),
    );
  });

  it("stores the largest shares first, without gaps, with shares that add up to 255", () => {
    const palette = fc.array(fc.tuple(fc.nat(0xffffff), fc.nat(1000)), { minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(
        palette.filter((list) => list.some(([, share]) => share > 0)),
        (list) => {
          const sum = list.reduce((all, [, share]) => all + share, 0);
          const bytes = pack(list.map(([hex, share]) => color(`#${hex.toString(16).padStart(6, "0")}`, share / sum)));
          const shares = colorsOf(bytes).map(([, , , share]) => share!);
          expect(shares.reduce((all, share) => all + share, 0)).toBe(255);
          expect(shares).toEqual([...shares].sort((a, b) => b - a));
          expect(bytes.slice(shares.length * 4).every((byte) => byte === 0)).toBe(true);
        },
      ),
    );
  });
});
