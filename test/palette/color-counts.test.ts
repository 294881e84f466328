import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countColors } from "#src/palette/colors.js";
import { type Pixels, withRuns } from "#src/phash/pixels.js";

const pixelsOf = (pixels: readonly (readonly number[])[]): Pixels => ({
  width: pixels.length,
  height: 1,
  data: Uint8Array.from(pixels.flat()),
});

const asList = (pixels: Pixels): [string, number][] => {
  const { size, colors, counts } = countColors(withRuns(pixels));
  return Array.from({ length: size }, (_, at) => [colors.subarray(at * 4, at * 4 + 4).join(), counts[at]!]);
};

const byMap = (pixels: readonly (readonly number[])[]): [string, number][] => {
  const counts = new Map<string, number>();
  for (const pixel of pixels) counts.set(pixel.join(), (counts.get(pixel.join()) ?? 0) + 1);
  return [...counts];
};

/** Few values per channel, so that colors repeat; all values, so that they rarely do. */
const pixelLists = fc
  .oneof(fc.nat(1), fc.nat(255))
  .chain((max) => fc.array(fc.array(fc.nat(max), { minLength: 4, maxLength: 4 }), { maxLength: 600 }));

describe("color counts", () => {
  it("counts colors like a map, in the order of first appearance, for any pixels", () => {
    fc.assert(
      fc.property(pixelLists, (pixels) => {
        expect(asList(pixelsOf(pixels))).toEqual(byMap(pixels));
      }),
    );
  });

  it("counts colors correctly if every pixel has its own", () => {
    const pixels = Array.from({ length: 20_000 }, (_, at) => [at & 255, at >> 8, 7, 255]);
    expect(asList(pixelsOf(pixels))).toEqual(byMap(pixels));
  });

  it("counts the same colors for pixel bytes at any memory alignment", () => {
    const bytes = Uint8Array.from({ length: 405 }, (_, at) => (at * at) % 7);
    for (const from of [0, 1, 2, 3]) {
      const data = bytes.subarray(from, from + 400);
      expect(asList({ width: 100, height: 1, data })).toEqual(asList({ width: 100, height: 1, data: data.slice() }));
    }
  });
});
