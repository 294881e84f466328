import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halve } from "#build/image/render/shrink.js";
import type { Pixels } from "#src/phash/pixels.js";

const side = fc.integer({ min: 1, max: 6 });
/** Of two values a byte, so that many pixels are alike; of any. */
const pictures = fc.tuple(side, side, fc.constantFrom(1, 255)).chain(([width, height, max]) => {
  const length = width * height * 16;
  return fc
    .uint8Array({ max, minLength: length, maxLength: length })
    .map((data): Pixels => ({ width: width * 2, height: height * 2, data }));
});

/** The mean of four pixels, colors weighted by alpha, rounded half up. */
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
      fc.property(pictures, (pixels) => {
        const half = halve(pixels);
        expect([half.width, half.height]).toEqual([pixels.width / 2, pixels.height / 2]);
        expect([...half.data]).toEqual(byDefinition(pixels));
      }),
    );
  });

  it("keeps the color of an edge next to transparency instead of darkening it", () => {
    const data = Uint8Array.of(250, 10, 20, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    expect([...halve({ width: 2, height: 2, data }).data]).toEqual([250, 10, 20, 64]);
  });
});
