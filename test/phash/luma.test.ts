import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lumaOnWhite } from "#src/phash/phash.js";
import { findRuns, type Pixels } from "#src/phash/pixels.js";
import { randomRuns } from "../support/random-runs.js";

/** The expanded runs of all rows. */
const levelsOf = (pixels: Pixels): number[] => {
  const { width, height } = pixels;
  const read = lumaOnWhite(pixels, findRuns(pixels));
  const runs = { count: 0, starts: new Int32Array(width), levels: new Int32Array(width) };
  return Array.from({ length: height }, (_, row) => {
    read(row, runs);
    const ends = [...runs.starts.subarray(1, runs.count), width];
    return ends.flatMap((end, run) => Array(end - runs.starts[run]!).fill(runs.levels[run]!));
  }).flat();
};
const luma = (...data: number[]): number[] =>
  levelsOf({ width: data.length / 4, height: 1, data: Uint8Array.from(data) });
const byte = fc.nat(255);

describe("luma on a white background", () => {
  it.each([
    ["black", [0, 0, 0, 255], 0],
    ["white", [255, 255, 255, 255], 255],
    ["red", [255, 0, 0, 255], 76],
    ["green", [0, 255, 0, 255], 150],
    ["blue", [0, 0, 255, 255], 29],
    ["clear black", [0, 0, 0, 0], 255],
    ["half black", [0, 0, 0, 128], 127],
    ["almost clear black", [0, 0, 0, 1], 254],
  ])("computes the same luma as Pillow for %s", (_, pixel, expected) => {
    expect(luma(...pixel)).toEqual([expected]);
  });

  it("keeps a gray at its level, for every level", () => {
    const levels = Array.from({ length: 256 }, (_, level) => level);
    expect(luma(...levels.flatMap((level) => [level, level, level, 255]))).toEqual(levels);
  });

  it("returns white for a transparent pixel of any color", () => {
    fc.assert(
      fc.property(byte, byte, byte, (red, green, blue) => {
        expect(luma(red, green, blue, 0)).toEqual([255]);
      }),
    );
  });

  it("differs from the exact blend by no more than rounding", () => {
    fc.assert(
      fc.property(byte, byte, byte, byte, (red, green, blue, alpha) => {
        const mixed = [red, green, blue].map((value) => (value * alpha + 255 * (255 - alpha)) / 255);
        const exact = 0.299 * mixed[0]! + 0.587 * mixed[1]! + 0.114 * mixed[2]!;
        expect(Math.abs(luma(red, green, blue, alpha)[0]! - exact)).toBeLessThanOrEqual(1.01);
      }),
      randomRuns(1000),
    );
  });

  it("computes luma row by row", () => {
    const data = Uint8Array.from([0, 50, 100, 150, 200, 250].flatMap((level) => [level, level, level, 255]));
    expect(levelsOf({ width: 2, height: 3, data })).toEqual([0, 50, 100, 150, 200, 250]);
  });
});
