import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edgeShare, slopeShare } from "#build/analysis/measure/edges.js";
import { findBackground, maskForeground } from "#build/analysis/measure/foreground.js";
import { measureShape } from "#build/analysis/measure/shape.js";
import { enclosedShare, strokeWidth } from "#build/analysis/measure/strokes.js";
import { countRegions, mapTones, type ToneMap } from "#build/analysis/measure/tones.js";
import { toOklab } from "#src/color/culori.js";
import { binColors, countColors } from "#src/palette/colors.js";
import { withoutEdges } from "#src/palette/without-edges.js";
import { findRuns, type Pixels, withRuns } from "#src/phash/pixels.js";
import { framed, pictures, squares } from "../../../support/pictures.js";
import { randomRuns } from "../../../support/random-runs.js";
import { maskOf, pixelsOf } from "./mask-of.js";
import {
  naiveBackground,
  naiveEdgeShare,
  naiveEnclosedShare,
  naiveMask,
  naiveRegions,
  naiveShape,
  naiveSlopeShare,
  naiveStrokeWidth,
  naiveWithoutEdges,
} from "./pixel-by-pixel.js";

const RUNS = randomRuns(400);

function tonesOf(pixels: Pixels): ToneMap {
  const plain = withoutEdges(withRuns(pixels));
  return mapTones(plain, binColors(countColors(plain), { toOklab }));
}

describe("measures of an image by its runs are those by its pixels", () => {
  it("clears the same edges, and knows the runs of what is left", () => {
    fc.assert(
      fc.property(pictures(24), (pixels) => {
        const kept = withoutEdges(withRuns(pixels));
        expect([...kept.data]).toEqual(naiveWithoutEdges(pixels));
        expect(kept.runs).toEqual(findRuns(kept));
      }),
      RUNS,
    );
  });

  it("finds the same share of edges", () => {
    fc.assert(
      fc.property(pictures(24), (pixels) => {
        expect(edgeShare(withRuns(pixels))).toBe(naiveEdgeShare(pixels));
      }),
      RUNS,
    );
  });

  it("finds the same share of slopes", () => {
    fc.assert(
      fc.property(pictures(30), (pixels) => {
        expect(slopeShare(withRuns(pixels))).toBe(naiveSlopeShare(pixels));
      }),
      RUNS,
    );
  });

  it("finds the same shape", () => {
    fc.assert(
      fc.property(squares(24), (pixels) => {
        expect(measureShape(withRuns(pixels))).toEqual(naiveShape(pixels));
      }),
      RUNS,
    );
  });

  it("gives each pixel the tone of its color", () => {
    fc.assert(
      fc.property(pictures(24), (pixels) => {
        const { data } = withoutEdges(withRuns(pixels));
        const { map, tones } = tonesOf(pixels);
        const toneOf = new Map<number, number>();
        for (const [at, tone] of map.entries()) {
          const [red, green, blue, alpha] = data.subarray(at * 4, at * 4 + 4) as unknown as Iterable<number> & number[];
          expect(tone > 0).toBe(alpha! >= 128);
          expect(tone).toBeLessThanOrEqual(tones.length);
          if (tone === 0) continue;
          const bin = ((red! >> 3) << 10) | ((green! >> 3) << 5) | (blue! >> 3);
          expect(toneOf.get(bin) ?? tone).toBe(tone);
          toneOf.set(bin, tone);
        }
      }),
      RUNS,
    );
  });

  it("counts the same regions", () => {
    fc.assert(
      fc.property(pictures(24), (pixels) => {
        const toneMap = tonesOf(pixels);
        expect(countRegions(toneMap)).toBe(naiveRegions(pixels.width, toneMap.map));
      }),
      RUNS,
    );
  });

  it("finds the same background", () => {
    fc.assert(
      fc.property(fc.oneof(pictures(16), framed(pictures(8))), (pixels) => {
        const toneMap = tonesOf(pixels);
        expect(findBackground(toneMap, withRuns(pixels))).toBe(naiveBackground(toneMap, pixels));
      }),
      RUNS,
    );
  });

  it("finds the same foreground", () => {
    fc.assert(
      fc.property(pictures(24), fc.nat(3), fc.nat(3), (pixels, background, foreground) => {
        const toneMap = tonesOf(pixels);
        const { tones } = toneMap;
        fc.pre(tones.length > 0);
        const tone = tones[foreground % tones.length]!.color;
        const under = background % (tones.length + 1);
        expect([...pixelsOf(maskForeground(toneMap, withRuns(pixels), under, tone))]).toEqual(
          naiveMask(toneMap, pixels, under, tone),
        );
      }),
      RUNS,
    );
  });

  it("finds the same stroke width and the same enclosed area", () => {
    const masks = fc.tuple(pictures(24), fc.integer({ min: 1, max: 255 })).map(([{ width, data }, level]) => ({
      width,
      mask: Uint8Array.from(
        data.filter((_, at) => at % 4 === 3),
        (alpha) => Number(alpha >= level),
      ),
    }));
    fc.assert(
      fc.property(masks, ({ width, mask }) => {
        expect(strokeWidth(maskOf(mask, width))).toBe(naiveStrokeWidth(mask, width));
        expect(enclosedShare(maskOf(mask, width))).toBe(naiveEnclosedShare(mask, width));
      }),
      RUNS,
    );
  });
});
