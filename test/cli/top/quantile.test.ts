import fc from "fast-check";
import { expect, it } from "vitest";
import { quantileOf } from "#cli/top/report.js";

const BOUNDS = [0.1, 0.5, 1, 5, 10, Infinity];
const bucketsOf = (values: readonly number[]) =>
  BOUNDS.map((upTo) => ({ upTo, count: values.filter((value) => value <= upTo).length }));

it("finds a quantile in the bucket of the observation with its rank", () => {
  const values = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (observed, share) => {
      const sorted = [...observed].sort((a, b) => a - b);
      const ranked = sorted[Math.max(0, Math.ceil(share * sorted.length - 1e-9) - 1)]!;
      const at = BOUNDS.findIndex((bound) => ranked <= bound);
      const estimate = quantileOf(bucketsOf(observed), share)!;
      expect(estimate).toBeGreaterThanOrEqual(BOUNDS[at - 1] ?? 0);
      expect(estimate).toBeLessThanOrEqual(Math.min(BOUNDS[at]!, 10));
    }),
  );
});

it.each([
  [[0.2, 0.3], 0.5, 0.3],
  [[0.2, 0.3], 1, 0.5],
  [[100], 0.5, 10],
  [[0.05, 0.05, 0.7, 0.7], 0.75, 0.75],
  [[], 0.5, undefined],
])("estimates for %j the quantile %f as %s", (values, share, expected) => {
  const estimate = quantileOf(bucketsOf(values), share);
  if (expected === undefined) expect(estimate).toBeUndefined();
  else expect(estimate).toBeCloseTo(expected, 10);
});
