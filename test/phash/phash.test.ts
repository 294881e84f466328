import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashPixels, phash } from "#src/phash/phash.js";
import type { Pixels } from "#src/phash/pixels.js";
import { randomRuns } from "../support/random-runs.js";

/** Gray levels of an image of 32 × 32, which is not resized. */
const greys = fc.noBias(fc.uint8Array({ minLength: 1024, maxLength: 1024, size: "max" }));

function pixelsOf(levels: Uint8Array): Pixels {
  return { width: 32, height: 32, data: Uint8Array.from([...levels].flatMap((level) => [level, level, level, 255])) };
}

/** The two-dimensional DCT-II by definition, in four loops, and a median by sorting. */
function byDefinition(levels: Uint8Array): { readonly hash: bigint; readonly uncertain: bigint } {
  const low: number[] = [];
  for (let v = 0; v < 8; v++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (const [at, level] of levels.entries()) {
        const [x, y] = [at % 32, Math.floor(at / 32)];
        sum += level * Math.cos((Math.PI * u * (2 * x + 1)) / 64) * Math.cos((Math.PI * v * (2 * y + 1)) / 64);
      }
      low.push(sum);
    }
  }
  const sorted = [...low].sort((a, b) => a - b);
  const median = (sorted[31]! + sorted[32]!) / 2;
  const bits = (isSet: (value: number) => boolean): bigint =>
    BigInt(`0b${low.map((value) => (isSet(value) ? 1 : 0)).join("")}`);
  const spread = Math.sqrt(low.slice(1).reduce((sum, value) => sum + (value - median) ** 2, 0) / 63);
  // The sums here are a quarter of the transform's values.
  const most = Math.max(0.08 * spread, Math.sqrt(1024 / 4 / 12));
  return { hash: bits((value) => value > median), uncertain: bits((value) => Math.abs(value - median) <= most) };
}

describe("perceptual hash", () => {
  it("sets a bit for each low frequency above the median, by the definition of the transform", () => {
    fc.assert(
      fc.property(greys, (levels) => {
        expect(phash(pixelsOf(levels))).toBe(byDefinition(levels).hash);
      }),
      randomRuns(40),
    );
  });

  it("marks bits as uncertain if their coefficients are within 8 % of the spread or within rounding of the median", () => {
    const faint = greys.map((levels) => levels.map((level) => 128 + (level & 1)));
    fc.assert(
      fc.property(fc.oneof(greys, faint), (levels) => {
        expect(hashPixels(pixelsOf(levels))).toEqual(byDefinition(levels));
      }),
      randomRuns(80),
    );
  });

  it("marks the 32 bits of odd columns as uncertain in a symmetric image", () => {
    fc.assert(
      fc.property(greys, (levels) => {
        const mirrored = levels.map((_, at) => levels[at % 32 < 16 ? at : at - (at % 32) + 31 - (at % 32)]!);
        const { uncertain } = hashPixels(pixelsOf(mirrored));
        expect((uncertain & 0x5555555555555555n).toString(16)).toBe("5555555555555555");
      }),
      randomRuns(40),
    );
  });

  it("marks every bit but the first as uncertain in an image of a single gray level", () => {
    for (const level of [0, 1, 77, 255]) {
      const uncertain = level === 0 ? 2n ** 64n - 1n : 2n ** 63n - 1n;
      expect(hashPixels(pixelsOf(new Uint8Array(1024).fill(level))).uncertain).toBe(uncertain);
    }
  });

  it("sets 32 bits for an image without symmetry, the first of them for the mean", () => {
    fc.assert(
      fc.property(greys, (levels) => {
        const bits = phash(pixelsOf(levels)).toString(2).padStart(64, "0");
        expect(bits.replaceAll("0", "")).toHaveLength(32);
        expect(bits[0]).toBe("1");
      }),
      randomRuns(40),
    );
  });

  it("hashes an image on opaque white and on transparency alike", () => {
    const sign = (alpha: number): Pixels => {
      const data = new Uint8Array(64 * 64 * 4).fill(255);
      for (let at = 0; at < data.length; at += 4) {
        const inside = (at / 4) % 64 > 20 && at / 4 > 1500;
        data.set(inside ? [40, 90, at % 200, 255] : [255, 255, 255, alpha], at);
      }
      return { width: 64, height: 64, data };
    };
    expect(phash(sign(0))).toBe(phash(sign(255)));
  });

  it("accepts pixels in either kind of byte array and does not modify them", () => {
    const levels = Uint8Array.from({ length: 1024 }, (_, at) => (at * at) % 251);
    const { data, ...size } = pixelsOf(levels);
    const before = [...data];
    expect(phash({ ...size, data: Uint8ClampedArray.from(data) })).toBe(phash({ ...size, data }));
    expect([...data]).toEqual(before);
  });
});
