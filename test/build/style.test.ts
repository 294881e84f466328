import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countColors } from "#build/image/color-counts.js";
import { measureStyle } from "#build/image/style.js";
import { fade, paint } from "./paint.js";

/** Different colours, a pixel each. */
const many = (count: number): [string, number][] =>
  Array.from({ length: count }, (_, at) => [`#${((at + 1) * 0x040811).toString(16).padStart(6, "0").slice(-6)}`, 1]);

describe("the style that pixels tell", () => {
  it("is a glyph for one sign in one colour, on nothing or on a ground", () => {
    expect(measureStyle(countColors(paint(["#000000", 40], ["#00000000", 60])))).toBe("glyph");
    expect(measureStyle(countColors(paint(["#ffffff", 30], ["#1877f2", 70])))).toBe("glyph");
  });

  it("is flat for a few even regions", () => {
    expect(measureStyle(countColors(paint(["#ff0000", 25], ["#00ff00", 25], ["#0000ff", 25], ["#ffff00", 25])))).toBe(
      "flat",
    );
  });

  it("is a gradient where colours blend into each other", () => {
    expect(measureStyle(countColors(fade([255, 0, 80], [60, 0, 255])))).toBe("gradient");
  });

  it("is gradient as soon as six colours cover too little to be regions", () => {
    expect(measureStyle(countColors(paint(["#ff0000", 33], ["#00ff00", 33], ...many(34))))).toBe("gradient");
  });

  it("is left open where nothing is opaque", () => {
    expect(measureStyle(countColors(paint()))).toBeUndefined();
    expect(measureStyle(countColors(paint(["#ff0000f9", 100])))).toBeUndefined();
  });

  it("is not changed by the soft edges of a sign, nor by a level that a decoder is off", () => {
    expect(measureStyle(countColors(paint(["#000000", 40], ["#000000c0", 30], ["#20202080", 30])))).toBe("glyph");
    expect(measureStyle(countColors(paint(["#40a0c0", 50], ["#41a1c1", 25], ["#42a2c2", 25])))).toBe("glyph");
  });

  it.each([
    [85, "glyph"],
    [84, "flat"],
  ])("is told by two colours that cover %i of a hundred: %s", (cover, style) => {
    const half = Math.floor(cover / 2);
    const rest = Math.ceil((100 - cover) / 3);
    const sides: [string, number][] = [
      ["#ff0000", rest],
      ["#00ff00", rest],
      ["#0000ff", 100 - cover - 2 * rest],
    ];
    expect(measureStyle(countColors(paint(["#000000", cover - half], ["#ffffff", half], ...sides)))).toBe(style);
  });

  it("is one of three, or open, for any pixels, in any order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...many(12), ["#102030", 5] as [string, number]), { maxLength: 60 }),
        (runs) => {
          const style = measureStyle(countColors(paint(...runs)));
          expect(["glyph", "flat", "gradient", undefined]).toContain(style);
          expect(measureStyle(countColors(paint(...[...runs].reverse())))).toBe(style);
        },
      ),
    );
  });
});
