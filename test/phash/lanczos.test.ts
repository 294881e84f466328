import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resizeLanczos, runsOf } from "#src/phash/lanczos.js";
import { randomRuns } from "../support/random-runs.js";

/** The value by definition, in floating point and without rounding between the passes. */
function exactly(input: Uint8Array, width: number, height: number, size: number, x: number, y: number): number {
  const [across, down] = [weights(width, size, x), weights(height, size, y)];
  let sum = 0;
  for (const [v, weight] of down.entries()) {
    for (const [u, other] of across.entries()) sum += input[v * width + u]! * other * weight;
  }
  return Math.min(255, Math.max(0, sum));
}

function weights(length: number, size: number, out: number): number[] {
  if (length === size) return Array.from({ length }, (_, at) => (at === out ? 1 : 0));
  const scale = length / size;
  const stretch = Math.max(1, scale);
  const sinc = (t: number): number => (t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t));
  const raw = Array.from({ length }, (_, at) => {
    const t = (at + 0.5 - (out + 0.5) * scale) / stretch;
    return Math.abs(t) < 3 ? sinc(t) * sinc(t / 3) : 0;
  });
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  return raw.map((weight) => weight / total);
}

const side = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.constantFrom(8, 1, 2, 64));
/** Uniform grays, so that neither pass overshoots and clips, and the definition is exact up to the last rounding. */
const picture = fc
  .tuple(side, side)
  .chain(([width, height]) =>
    fc
      .uint8Array({ min: 100, max: 155, minLength: width * height, maxLength: width * height, size: "max" })
      .map((data) => ({ width, height, data })),
  );

/** The same in fixed point: weights of 22 bits, each pass rounded and clipped, sample by sample. */
function inFixedPoint(input: Uint8Array, width: number, height: number, size: number): number[] {
  const line = (samples: readonly number[]): number[] =>
    Array.from({ length: size }, (_, out) => {
      const rounded = weights(samples.length, size, out).map(
        (weight) => Math.sign(weight) * Math.floor(Math.abs(weight) * 2 ** 22 + 0.5),
      );
      const sum = samples.reduce((total, sample, at) => total + sample * rounded[at]!, 2 ** 21);
      return Math.min(255, Math.max(0, Math.floor(sum / 2 ** 22)));
    });
  const rows = Array.from({ length: height }, (_, y) => line([...input.subarray(y * width, (y + 1) * width)]));
  const columns = Array.from({ length: size }, (_, x) => line(rows.map((row) => row[x]!)));
  return Array.from({ length: size * size }, (_, at) => columns[at % size]![Math.floor(at / size)]!);
}

/** Levels of two values, so that lines have long runs and overshoot, or of any. */
const anyLevels = fc
  .tuple(side, side, fc.boolean())
  .chain(([width, height, plain]) =>
    fc
      .array(plain ? fc.constantFrom(0, 255) : fc.nat(255), { minLength: width * height, maxLength: width * height })
      .map((levels) => ({ width, height, data: Uint8Array.from(levels) })),
  );

describe("Lanczos resizing", () => {
  it("computes the sums of fixed-point products to the last bit", () => {
    fc.assert(
      fc.property(anyLevels, ({ width, height, data }) => {
        expect([...resizeLanczos(runsOf(data, width), width, height, 8)]).toEqual(inFixedPoint(data, width, height, 8));
      }),
      randomRuns(60),
    );
  });

  it("matches the floating-point definition within one level", () => {
    fc.assert(
      fc.property(picture, ({ width, height, data }) => {
        const result = resizeLanczos(runsOf(data, width), width, height, 8);
        expect(result).toHaveLength(64);
        for (let at = 0; at < 64; at++) {
          const exact = exactly(data, width, height, 8, at % 8, Math.floor(at / 8));
          expect(Math.abs(result[at]! - exact)).toBeLessThanOrEqual(1.2);
        }
      }),
      randomRuns(60),
    );
  });

  it("returns the same pixels if the size is already right", () => {
    const data = Uint8Array.from({ length: 64 }, (_, at) => (at * 37) % 256);
    expect([...resizeLanczos(runsOf(data, 8), 8, 8, 8)]).toEqual([...data]);
  });

  it("keeps a uniform area uniform at every level and size", () => {
    fc.assert(
      fc.property(side, side, fc.nat(255), (width, height, level) => {
        const result = resizeLanczos(runsOf(new Uint8Array(width * height).fill(level), width), width, height, 8);
        expect(new Set(result)).toEqual(new Set([level]));
      }),
    );
  });

  it("clips where the filter overshoots, instead of wrapping around", () => {
    const edge = Uint8Array.from({ length: 100 * 100 }, (_, at) => (at % 100 < 50 ? 0 : 255));
    const row = resizeLanczos(runsOf(edge, 100), 100, 100, 32).subarray(0, 32);
    expect(Math.max(...row.subarray(0, 14))).toBeLessThan(20);
    expect(Math.min(...row.subarray(18))).toBeGreaterThan(235);
  });

  it("resizes without modifying its input", () => {
    const data = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
    const before = [...data];
    resizeLanczos(runsOf(data, 20), 20, 15, 8);
    expect([...data]).toEqual(before);
  });
});
