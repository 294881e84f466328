import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRuns, type Pixels, withRuns } from "#src/phash/pixels.js";
import { halve } from "#src/phash/shrink.js";
import { pictures } from "../support/pictures.js";

/** The mean of four pixels, with colors weighted by alpha, rounded half up. */
function byDefinition({ width, height, data }: Pixels): number[] {
  const result: number[] = [];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const four = [0, 1, width, width + 1]
        .map((step) => (y * width + x + step) * 4)
        .map((at) => data.slice(at, at + 4));
      if (four.every((pixel) => pixel.join() === four[0]!.join())) {
        result.push(...four[0]!);
        continue;
      }
      const alpha = four.reduce((sum, pixel) => sum + pixel[3]!, 0);
      for (const channel of [0, 1, 2]) {
        const sum = four.reduce((total, pixel) => total + pixel[channel]! * pixel[3]!, 0);
        result.push(alpha === 0 ? 0 : Math.floor(sum / alpha + 0.5));
      }
      result.push(Math.floor(alpha / 4 + 0.5));
    }
  }
  return result;
}

describe("image halved in size", () => {
  it("averages each four pixels, weighted by their alpha", () => {
    fc.assert(
      fc.property(pictures(20, 2), (pixels) => {
        const half = halve(withRuns(pixels));
        expect([half.width, half.height]).toEqual([pixels.width / 2, pixels.height / 2]);
        expect([...half.data]).toEqual(byDefinition(pixels));
        expect(half.runs).toEqual(findRuns(half));
      }),
    );
  });

  it("keeps the color of an edge next to transparency instead of darkening it", () => {
    const data = Uint8Array.of(250, 10, 20, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    expect([...halve(withRuns({ width: 2, height: 2, data })).data]).toEqual([250, 10, 20, 64]);
  });
});
