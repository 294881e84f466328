import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelsByShare, measureColors } from "#build/analysis/measure/palette.js";
import { COLOR_LABELS } from "#src/color/color-labels.js";
import { toOklab } from "#src/color/culori.js";
import type { PaletteColor } from "#src/format/record.js";
import { binColors, countColors } from "#src/palette/colors.js";
import { type Pixels, withRuns } from "#src/phash/pixels.js";
import { paint } from "../../paint.js";

/** Colors that are clearly different. */
const DISTINCT = ["#ff0000", "#00aa00", "#0000ff", "#ffff00", "#000000"] as const;

const anyPicture = fc
  .uint8Array({ minLength: 4, maxLength: 400 })
  .map((bytes) => ({ width: bytes.length >> 2, height: 1, data: bytes.subarray(0, bytes.length & ~3) }));
const measure = (pixels: Pixels) => measureColors(binColors(countColors(withRuns(pixels)), { toOklab }));
const totalOf = (palette: readonly PaletteColor[]): number => palette.reduce((sum, { share }) => sum + share, 0);

describe("palette", () => {
  it("lists the colors of the image with their shares, largest first", () => {
    expect(measure(paint(["#1db954", 300], ["#191414", 700])).palette).toEqual([
      { hex: "#191414", name: "black", share: 0.7 },
      { hex: "#1db954", name: "green", share: 0.3 },
    ]);
  });

  it("returns an empty palette for an invisible image", () => {
    expect(measure(paint()).palette).toEqual([]);
    expect(measure(paint(["#ff000000", 50], ["#00ff007f", 50])).palette).toEqual([]);
  });

  it("ignores pixels that are more than half transparent, and weighs the others by their alpha", () => {
    const palette = measure(paint(["#ff0000", 128], ["#0000ff80", 85], ["#00ff007f", 100])).palette;
    expect(palette.map(({ hex, share }) => [hex, share])).toEqual([
      ["#ff0000", 0.75],
      ["#0000ff", 0.25],
    ]);
  });

  it("drops colors that cover less than a fiftieth, and distributes their share among the rest", () => {
    const palette = measure(paint(["#ff0000", 985], ["#0000ff", 15])).palette;
    expect(palette).toEqual([{ hex: "#ff0000", name: "red", share: 1 }]);
    expect(measure(paint(["#ff0000", 980], ["#0000ff", 20])).palette).toHaveLength(2);
  });

  it("represents similar colors by the most frequent one, never by a mixture", () => {
    expect(measure(paint(["#ff0000", 60], ["#f50505", 40])).palette).toEqual([
      { hex: "#ff0000", name: "red", share: 1 },
    ]);
  });

  it("lists each distinct color with its share, in order of size, for any counts", () => {
    const counts = fc.array(fc.integer({ min: 100, max: 900 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(counts, (list) => {
        const total = list.reduce((sum, count) => sum + count, 0);
        const runs = list.map((count, at) => [DISTINCT[at]!, count] as const);
        const palette = measure(paint(...runs)).palette;
        expect(palette.map(({ hex }) => hex).sort()).toEqual(runs.map(([hex]) => hex).sort());
        for (const { hex, share } of palette) {
          const count = runs.find(([color]) => color === hex)![1];
          expect(Math.abs(share - count / total)).toBeLessThanOrEqual(0.0025);
        }
      }),
    );
  });

  it("returns at most five colors with shares in thousandths that add up to 1, in descending order", () => {
    const check = (palette: readonly PaletteColor[]): void => {
      expect(palette.length).toBeLessThanOrEqual(5);
      if (palette.length > 0) expect(totalOf(palette)).toBeCloseTo(1, 9);
      for (const [at, { hex, name, share }] of palette.entries()) {
        expect(hex).toMatch(/^#[0-9a-f]{6}$/);
        expect(COLOR_LABELS).toContain(name);
        expect(share * 1000).toBeCloseTo(Math.round(share * 1000), 9);
        expect(share).toBeLessThanOrEqual(palette[at - 1]?.share ?? 1);
      }
    };
    fc.assert(fc.property(anyPicture, (pixels) => check(measure(pixels).palette)));
    check(measure(paint(...DISTINCT.slice(0, 4).map((hex, at) => [hex, at < 3 ? 2505 : 2485] as const))).palette);
  });

  it("returns the same palette for any order of the pixels", () => {
    fc.assert(
      fc.property(anyPicture, (pixels) => {
        const colors = Array.from({ length: pixels.width }, (_, at) => [...pixels.data.subarray(at * 4, at * 4 + 4)]);
        const reversed = { ...pixels, data: Uint8Array.from(colors.reverse().flat()) };
        expect(measure(reversed)).toEqual(measure(pixels));
      }),
    );
  });
});

describe("color labels", () => {
  it("labels an image with the colors that together reach a share of 3 %", () => {
    const parts = [
      { name: "blue", share: 0.4 },
      { name: "red", share: 0.3 },
      { name: "red", share: 0.2 },
      { name: "gray", share: 0.03 },
      { name: "teal", share: 0.029 },
    ];
    expect(labelsByShare(parts)).toEqual(["red", "blue", "gray"]);
    expect(labelsByShare([])).toEqual([]);
  });

  it("adds up the small shares of one label", () => {
    expect(labelsByShare([0.96, 0.02, 0.02].map((share, at) => ({ name: at ? "red" : "blue", share })))).toEqual([
      "blue",
      "red",
    ]);
  });

  it("labels colors of a gradient that no dominant color represents", () => {
    const blend = Array.from(
      { length: 100 },
      (_, at) => [`#ff${(at * 2).toString(16).padStart(2, "0")}00`, 10] as const,
    );
    expect(measure(paint(...blend)).labels).toEqual(expect.arrayContaining(["red", "orange"]));
  });
});
