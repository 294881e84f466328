import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRuns, type Pixels } from "#src/phash/pixels.js";
import { shrinkIntoSquare } from "#src/phash/shrink.js";
import { randomRuns } from "../support/random-runs.js";

const SIDE = 5;

/** Pixels of two values, so that many are equal, or of any. At least as large as the square. */
const pictures = fc
  .tuple(fc.integer({ min: SIDE, max: 17 }), fc.integer({ min: 1, max: 17 }), fc.boolean(), fc.constantFrom(1, 255))
  .chain(([longer, other, upright, max]) => {
    const [width, height] = upright ? [Math.min(longer, other), longer] : [longer, Math.min(longer, other)];
    const length = width * height * 4;
    return fc
      .uint8Array({ max, minLength: length, maxLength: length })
      .map((data): Pixels => ({ width, height, data }));
  });

const small = (pixels: Pixels): Pixels => shrinkIntoSquare(pixels, findRuns(pixels), SIDE);

/** Exact means of the areas of the square's pixels, weighted by alpha; undefined outside the image. */
function byDefinition({ width, height, data }: Pixels): (number[] | undefined)[] {
  const longer = Math.max(width, height);
  const [across, down] = [width, height].map((length) => Math.max(1, Math.round((length * SIDE) / longer))) as [
    number,
    number,
  ];
  const overlap = (from: number, to: number, sample: number): number =>
    Math.max(0, Math.min(to, sample + 1) - Math.max(from, sample));
  return Array.from({ length: SIDE * SIDE }, (_, at) => {
    const x = (at % SIDE) - Math.floor((SIDE - across) / 2);
    const y = Math.floor(at / SIDE) - Math.floor((SIDE - down) / 2);
    if (x < 0 || x >= across || y < 0 || y >= down) return undefined;
    const sums = [0, 0, 0, 0];
    for (let v = 0; v < height; v++) {
      for (let u = 0; u < width; u++) {
        const area =
          overlap((x * width) / across, ((x + 1) * width) / across, u) *
          overlap((y * height) / down, ((y + 1) * height) / down, v);
        const part = area * data[(v * width + u) * 4 + 3]!;
        for (const channel of [0, 1, 2]) sums[channel]! += data[(v * width + u) * 4 + channel]! * part;
        sums[3]! += part;
      }
    }
    const [red, green, blue, alpha] = sums as [number, number, number, number];
    const size = (width / across) * (height / down);
    return alpha === 0 ? [0, 0, 0, 0] : [red / alpha, green / alpha, blue / alpha, alpha / size];
  });
}

describe("image shrunk into a square", () => {
  it("averages each area, weighted by alpha, with transparent borders", () => {
    fc.assert(
      fc.property(pictures, (pixels) => {
        const { data } = small(pixels);
        for (const [at, exact] of byDefinition(pixels).entries()) {
          const got = [...data.subarray(at * 4, at * 4 + 4)];
          if (exact === undefined) expect(got).toEqual([0, 0, 0, 0]);
          // A uniform area keeps the color of transparent pixels.
          else if (exact[3]! > 0)
            for (const [channel, value] of exact.entries())
              expect(Math.abs(got[channel]! - value)).toBeLessThanOrEqual(0.5 + 1e-9);
          else expect(got[3]).toBe(0);
        }
      }),
      randomRuns(300),
    );
  });

  it("keeps an image that already has the size", () => {
    const data = Uint8Array.from({ length: SIDE * SIDE * 4 }, (_, at) => ((at * 37) % 256) | (at % 4 === 3 ? 1 : 0));
    expect([...small({ width: SIDE, height: SIDE, data }).data]).toEqual([...data]);
  });

  it("keeps the color of an edge next to transparency instead of darkening it", () => {
    const pixel = (x: number): number[] => (x % 2 === 0 ? [250, 10, 20, 255] : [0, 0, 0, 0]);
    const data = Uint8Array.from(Array.from({ length: 100 }, (_, at) => pixel(at % 10)).flat());
    expect([...small({ width: 10, height: 10, data }).data.subarray(0, 4)]).toEqual([250, 10, 20, 128]);
  });
});
