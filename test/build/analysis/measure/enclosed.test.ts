import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { enclosedShare } from "#build/analysis/measure/strokes.js";
import { maskOf } from "./mask-of.js";
import { naiveEnclosedShare } from "./pixel-by-pixel.js";

describe("enclosed area of a foreground", () => {
  it("encloses the pixels that can't be reached from outside", () => {
    const masks = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.array(fc.nat(1), { minLength: 12, maxLength: 150 }));
    fc.assert(
      fc.property(masks, ([width, values]) => {
        const mask = Uint8Array.from(values.slice(0, values.length - (values.length % width)));
        expect(enclosedShare(maskOf(mask, width))).toBe(naiveEnclosedShare(mask, width));
      }),
    );
  });

  it("encloses one pixel in the smallest ring of eight, and none in an open ring", () => {
    expect(enclosedShare(maskOf(Uint8Array.of(1, 1, 1, 1, 0, 1, 1, 1, 1), 3))).toBe(1 / 8);
    expect(enclosedShare(maskOf(Uint8Array.of(1, 1, 1, 1, 0, 1, 1, 0, 1), 3))).toBe(0);
  });
});
