import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeContainer } from "#src/format/container.js";
import { FormatError } from "#src/format/format-error.js";
import {
  decodePaletteTable,
  encodePaletteTable,
  MEAN_BYTES,
  PALETTE_BYTES,
  type PaletteTable,
} from "#src/format/palette-table.js";
import { PALETTE_COLORS } from "#src/palette/palette-size.js";
import { randomRuns } from "../support/random-runs.js";
import { altered, copyOf, expectNoCrash } from "./tables.js";

const decode = (bytes: Uint8Array): PaletteTable => decodePaletteTable(copyOf(bytes), "palettes.bin");

/** Shares of up to five colors; the rest are zero. */
const palette = fc.array(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.integer({ min: 1, max: 255 })), {
  maxLength: PALETTE_COLORS,
});
const bytesOf = (colors: readonly (readonly number[])[]): Uint8Array => {
  const bytes = new Uint8Array(PALETTE_BYTES);
  bytes.set(colors.flat());
  return bytes;
};

describe("palette table", () => {
  it("returns each palette and its number of colors, and undefined for icons without a palette", () => {
    fc.assert(
      fc.property(fc.array(palette, { maxLength: 40 }), (palettes) => {
        const table = decode(encodePaletteTable(palettes.map(bytesOf)));
        expect(table.count).toBe(palettes.length);
        for (const [ordinal, colors] of palettes.entries()) {
          expect(table.size(ordinal)).toBe(colors.length);
          const at = ordinal * PALETTE_COLORS;
          const words = colors.map(([l, a, b, share]) => l + a * 2 ** 8 + b * 2 ** 16 + share * 2 ** 24);
          expect([...table.colors.subarray(at, at + colors.length)]).toEqual(words);
        }
      }),
    );
  });

  it("returns no palette for ordinals out of range or from an empty table", () => {
    const table = decode(encodePaletteTable([bytesOf([[1, 2, 3, 255]])]));
    expect([0, -1, 1, 2 ** 31, Number.NaN].map((ordinal) => table.size(ordinal))).toEqual([1, 0, 0, 0, 0]);
    const empty = decode(encodePaletteTable([]));
    expect([empty.count, empty.size(0)]).toEqual([0, 0]);
  });

  it.each<[string, number, ArrayBufferView[]]>([
    ["half a palette", PALETTE_COLORS, [new Uint8Array(PALETTE_BYTES + 4), new Uint8Array(MEAN_BYTES)]],
    [
      "palettes of another number of colours",
      PALETTE_COLORS + 1,
      [new Uint8Array(PALETTE_BYTES), new Uint8Array(MEAN_BYTES)],
    ],
    ["a mean colour too many", PALETTE_COLORS, [new Uint8Array(PALETTE_BYTES), new Uint8Array(2 * MEAN_BYTES)]],
    ["no mean colours", PALETTE_COLORS, [new Uint8Array(PALETTE_BYTES)]],
    ["no section", PALETTE_COLORS, []],
  ])("rejects a palette table that has %s", (_, colors, sections) => {
    expect(() => decode(encodeContainer("PALT", colors, sections))).toThrow(FormatError);
  });

  it("reads or rejects a palette table with changed bytes without a crash", () => {
    const good = encodePaletteTable([
      bytesOf([
        [1, 2, 3, 200],
        [4, 5, 6, 55],
      ]),
      bytesOf([]),
      bytesOf([[7, 8, 9, 255]]),
    ]);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, length) => {
        const bytes = altered(good, (copy) => copy.writeUInt8(byte, at)).subarray(0, length);
        expectNoCrash(() => {
          const table = decode(bytes);
          for (let ordinal = 0; ordinal < table.count; ordinal++) {
            expect(table.size(ordinal)).toBeLessThanOrEqual(PALETTE_COLORS);
          }
        });
      }),
      randomRuns(1000),
    );
  });
});
