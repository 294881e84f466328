import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "#src/catalog/similar/palette-comparison.js";
import { randomRuns } from "../../support/random-runs.js";
import { anyColors, type Colors, paletteDistance, paletteTableOf } from "./palette-tables.js";

const compare = (one: Colors, other: Colors, most = Number.POSITIVE_INFINITY): number | undefined =>
  createPaletteComparer(paletteTableOf([one, other]))(0)?.distanceTo(1, most);

describe("palette distance", () => {
  it("computes the earth mover's distance of two palettes, or Infinity above the given limit", () => {
    fc.assert(
      fc.property(anyColors, anyColors, fc.nat(2 * COLOR_DISTANCE_UNIT), (one, other, most) => {
        const distance = paletteDistance(one, other);
        expect(compare(one, other)).toBe(one.length === 0 ? undefined : distance);
        if (one.length === 0) return;
        expect(compare(one, other, most)).toBe(distance > most ? Number.POSITIVE_INFINITY : distance);
        expect(compare(one, other, distance)).toBe(distance);
        expect(compare(one, other, distance - 1)).toBe(Number.POSITIVE_INFINITY);
      }),
      randomRuns(3000),
    );
  });

  it("computes a palette distance that is zero to itself, symmetric, and satisfies the triangle inequality", () => {
    const colors = anyColors.filter(({ length }) => length > 0);
    fc.assert(
      fc.property(colors, colors, colors, (one, other, third) => {
        expect(compare(one, one)).toBe(0);
        expect(compare(one, other)).toBe(compare(other, one));
        expect(compare(one, third)!).toBeLessThanOrEqual(compare(one, other)! + compare(other, third)!);
      }),
    );
  });

  it("computes a distance of 1 between black and white, and weighs each color by its share", () => {
    const black: Colors = [[0, 128, 128, 255]];
    expect(compare(black, [[255, 128, 128, 255]])).toBe(COLOR_DISTANCE_UNIT);
    const aFifth: Colors = [
      [0, 128, 128, 204],
      [255, 128, 128, 51],
    ];
    expect(compare(black, aFifth)).toBe(COLOR_DISTANCE_UNIT / 5);
    expect(compare(aFifth, black)).toBe(COLOR_DISTANCE_UNIT / 5);
  });

  it("computes palette distances independently of the palette compared before", () => {
    const table = paletteTableOf([[[0, 128, 128, 255]], [[200, 128, 128, 255]], []]);
    const compareWith = createPaletteComparer(table);
    const first = compareWith(0)!.distanceTo(1, Number.POSITIVE_INFINITY);
    expect(compareWith(2)).toBeUndefined();
    expect(compareWith(1)!.distanceTo(1, Number.POSITIVE_INFINITY)).toBe(0);
    expect(compareWith(0)!.distanceTo(1, Number.POSITIVE_INFINITY)).toBe(first);
    expect(compareWith(-1)).toBeUndefined();
  });
});
