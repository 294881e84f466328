import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countRegions as countTones } from "#build/analysis/measure/tones.js";
import { findRuns } from "#src/phash/pixels.js";
import { naiveRegions } from "./pixel-by-pixel.js";

function countRegions(width: number, map: Uint8Array): number {
  const height = map.length / width;
  const runs = findRuns({ width, height, data: new Uint8Array(Int32Array.from(map).buffer) });
  return countTones({ width, height, map, tones: [], runs });
}

describe("image regions", () => {
  it("counts the regions of at least 16 pixels that joining neighbors one by one finds", () => {
    const maps = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.uint8Array({ max: 2, minLength: 1, maxLength: 400 }));
    fc.assert(
      fc.property(maps, ([width, tones]) => {
        const height = Math.ceil(tones.length / width);
        const map = new Uint8Array(width * height);
        map.set(tones);
        expect(countRegions(width, map)).toBe(naiveRegions(width, map));
      }),
    );
  });

  it("does not join regions across the image border or diagonally", () => {
    const halves = Uint8Array.from({ length: 32 * 32 }, (_, at) => {
      const [x, y] = [at % 32, Math.floor(at / 32)];
      return Number(x < 8 === y < 16 && (x < 8 || x >= 24));
    });
    expect(countRegions(32, halves)).toBe(2);
  });
});
