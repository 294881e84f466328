import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { enclosedShare } from "#build/analysis/measure/strokes.js";
import { maskOf } from "./mask-of.js";

/** Spreads the outside from the rim until nothing changes. */
function naive(mask: Uint8Array, width: number): number {
  const outside = new Set<number>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const [at, value] of mask.entries()) {
      if (value === 1 || outside.has(at)) continue;
      const around = [
        at - width,
        at + width,
        ...(at % width > 0 ? [at - 1] : []),
        ...((at + 1) % width > 0 ? [at + 1] : []),
      ];
      const onRim = around.length < 4 || around.some((next) => next < 0 || next >= mask.length);
      if (!onRim && !around.some((next) => outside.has(next))) continue;
      outside.add(at);
      changed = true;
    }
  }
  const foreground = mask.filter((value) => value === 1).length;
  return foreground === 0 ? 0 : (mask.length - foreground - outside.size) / foreground;
}

describe("enclosed area of a foreground", () => {
  it("encloses the pixels that can't be reached from outside", () => {
    const masks = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.array(fc.nat(1), { minLength: 12, maxLength: 150 }));
    fc.assert(
      fc.property(masks, ([width, values]) => {
        const mask = Uint8Array.from(values.slice(0, values.length - (values.length % width)));
        expect(enclosedShare(maskOf(mask, width))).toBe(naive(mask, width));
      }),
    );
  });

  it("encloses one pixel in the smallest ring of eight, and none in an open ring", () => {
    expect(enclosedShare(maskOf(Uint8Array.of(1, 1, 1, 1, 0, 1, 1, 1, 1), 3))).toBe(1 / 8);
    expect(enclosedShare(maskOf(Uint8Array.of(1, 1, 1, 1, 0, 1, 1, 0, 1), 3))).toBe(0);
  });
});
