import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countFewColors } from "#src/images/encode-image.js";

/** Bytes of few values, so that colors repeat. */
const pixels = fc
  .tuple(fc.constantFrom(1, 3, 255), fc.integer({ min: 1, max: 60 }))
  .chain(([max, count]) => fc.uint8Array({ max, minLength: count * 4, maxLength: count * 4 }))
  .map((data) => ({ width: data.length / 4, height: 1, data }));

describe("number of distinct colors", () => {
  it("counts distinct colors like a set, up to a limit", () => {
    fc.assert(
      fc.property(pixels, fc.integer({ min: 1, max: 64 }), (picture, max) => {
        const words = new Uint32Array(picture.data.buffer.slice(0));
        expect(countFewColors(picture, max)).toBe(Math.min(new Set(words).size, max + 1));
      }),
    );
  });
});
