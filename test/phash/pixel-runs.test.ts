import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRuns } from "#src/phash/pixels.js";

const side = fc.integer({ min: 1, max: 24 });
/** Of two colours, so that runs are long; of many. */
const pictures = fc
  .tuple(side, side, fc.constantFrom(1, 255))
  .chain(([width, height, max]) =>
    fc
      .array(fc.nat(max), { minLength: width * height, maxLength: width * height })
      .map((colors) => ({ width, height, data: Uint8Array.from(colors.flatMap((color) => [0, color, 0, 255])) })),
  );

describe("pixel runs of an image", () => {
  it("starts a run at each row and at each pixel that differs from the previous one", () => {
    fc.assert(
      fc.property(pictures, (pixels) => {
        const { starts, rows } = findRuns(pixels);
        const { width, height, data } = pixels;
        const places = Array.from({ length: width * height }, (_, at) => at);
        const expected = places.filter((at) => at % width === 0 || data[at * 4 + 1] !== data[at * 4 - 3]);
        expect([...starts]).toEqual(expected);
        const firsts = Array.from({ length: height }, (_, row) => expected.indexOf(row * width));
        expect([...rows]).toEqual([...firsts, expected.length]);
      }),
    );
  });
});
