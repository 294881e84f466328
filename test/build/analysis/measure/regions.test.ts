import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countRegions } from "#build/analysis/measure/tones.js";

/** Joins neighbors of one tone until nothing changes. */
function naive(width: number, map: Uint8Array): number {
  const names = Int32Array.from(map, (tone, at) => (tone === 0 ? -1 : at));
  for (let changed = true; changed; ) {
    changed = false;
    for (let at = 0; at < map.length; at++) {
      for (const next of [at % width === width - 1 ? -1 : at + 1, at + width]) {
        if (next < 0 || next >= map.length || map[next] !== map[at] || names[next] === names[at]) continue;
        names[at] = names[next] = Math.min(names[at]!, names[next]!);
        changed = true;
      }
    }
  }
  const areas = new Map<number, number>();
  for (const name of names) if (name >= 0) areas.set(name, (areas.get(name) ?? 0) + 1);
  return [...areas.values()].filter((area) => area >= 16).length;
}

describe("image regions", () => {
  it("counts the regions of at least 16 pixels that joining neighbors one by one finds", () => {
    const maps = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.uint8Array({ max: 2, minLength: 1, maxLength: 400 }));
    fc.assert(
      fc.property(maps, ([width, tones]) => {
        const height = Math.ceil(tones.length / width);
        const map = new Uint8Array(width * height);
        map.set(tones);
        expect(countRegions({ width, height, map, tones: [] })).toBe(naive(width, map));
      }),
    );
  });

  it("does not join regions across the image border or diagonally", () => {
    const halves = Uint8Array.from({ length: 32 * 32 }, (_, at) => {
      const [x, y] = [at % 32, Math.floor(at / 32)];
      return Number(x < 8 === y < 16 && (x < 8 || x >= 24));
    });
    expect(countRegions({ width: 32, height: 32, map: halves, tones: [] })).toBe(2);
  });
});
