import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trimMargin } from "#build/image/render/hash-file.js";
import type { Pixels } from "#src/phash/pixels.js";
import { randomRuns } from "../../../support/random-runs.js";

type Rgba = readonly [number, number, number, number];

/** A checkered square of 16 pixels with margins in one color. */
function framed([top, right, bottom, left]: readonly number[], frame: Rgba): Pixels {
  const width = left! + 16 + right!;
  const height = top! + 16 + bottom!;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inside = x >= left! && x < left! + 16 && y >= top! && y < top! + 16;
      const check = ((x - left!) >> 2) + ((y - top!) >> 2);
      data.set(inside ? (check % 2 === 0 ? [20, 60, 200, 255] : [220, 40, 30, 255]) : frame, (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

describe("image without its margin", () => {
  it.each<[string, Rgba]>([
    ["clear", [0, 0, 0, 0]],
    ["white", [255, 255, 255, 255]],
    ["black", [0, 0, 0, 255]],
  ])("restores the image to which a %s margin was added", async (_, frame) => {
    // A margin of one pixel counts as noise.
    const margins = fc.array(fc.integer({ min: 2, max: 12 }), { minLength: 4, maxLength: 4 });
    const bare = framed([0, 0, 0, 0], frame);
    await fc.assert(
      fc.asyncProperty(margins, async (sides) => {
        const trimmed = await trimMargin(framed(sides, frame));
        expect(trimmed).toEqual({ ...bare, data: Buffer.from(bare.data) });
      }),
      randomRuns(30),
    );
  });

  it("returns undefined for an image without a margin", async () => {
    expect(await trimMargin(framed([0, 0, 0, 0], [0, 0, 0, 0]))).toBeUndefined();
  });

  it.each([
    ["one pixel", 1, 1],
    ["two by nine", 2, 9],
    ["one color", 40, 30],
  ])("returns undefined for an image of only %s", async (_, width, height) => {
    expect(await trimMargin({ width, height, data: new Uint8Array(width * height * 4).fill(200) })).toBeUndefined();
  });
});
