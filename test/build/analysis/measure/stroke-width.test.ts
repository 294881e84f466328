import { describe, expect, it } from "vitest";
import type { Mask } from "#build/analysis/measure/mask.js";
import { strokeWidth } from "#build/analysis/measure/strokes.js";
import { maskOf } from "./mask-of.js";

const SIDE = 64;

const draw = (isInside: (x: number, y: number) => boolean): Mask =>
  maskOf(
    Uint8Array.from({ length: SIDE * SIDE }, (_, at) => Number(isInside(at % SIDE, Math.floor(at / SIDE)))),
    SIDE,
  );

describe("stroke width", () => {
  it("returns undefined for the stroke width of an empty foreground", () => {
    expect(strokeWidth(draw(() => false))).toBeUndefined();
  });

  it.each([
    [1, 50, 2],
    [5, 50, 6 / 5],
    [50, 5, 6 / 5],
    [50, 6, 1],
    [30, 30, 28 / 30],
  ])("measures a rectangle of %i × %i as a stroke of %d of its shorter side", (width, height, share) => {
    expect(strokeWidth(draw((x, y) => x < width && y < height))).toBeCloseTo(share, 9);
  });

  it.each([2, 4, 6, 8, 12])("measures the stroke width of a ring of %i pixels within a pixel and a half", (stroke) => {
    const ring = draw((x, y) => Math.abs(Math.hypot(x - 31.5, y - 31.5) - 25) < stroke / 2);
    const pixels = strokeWidth(ring)! * (50 + stroke);
    expect(Math.abs(pixels - stroke)).toBeLessThanOrEqual(1.5);
  });

  it("measures the stroke width of lines with one thick part by the lines", () => {
    const grid = (x: number, y: number): boolean => x % 10 < 2 || y % 10 < 2;
    const thin = strokeWidth(draw(grid))!;
    expect(strokeWidth(draw((x, y) => grid(x, y) || (x < 12 && y < 12)))).toBeCloseTo(thin, 9);
  });
});
