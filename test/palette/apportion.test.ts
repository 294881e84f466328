import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apportion } from "#src/palette/apportion.js";

describe("apportionment", () => {
  it("returns parts that add up to the total, are at most one off, and keep their order", () => {
    const parts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(
        parts.filter((list) => list.some((part) => part > 0)),
        fc.integer({ min: 1, max: 1000 }),
        (list, total) => {
          const whole = apportion(list, total);
          const sum = list.reduce((all, part) => all + part, 0);
          expect(whole.reduce((all, part) => all + part, 0)).toBe(total);
          for (const [at, part] of list.entries()) {
            expect(Math.abs(whole[at]! - (part / sum) * total)).toBeLessThan(1);
            for (const [other, size] of list.entries())
              if (size > part) expect(whole[other]).toBeGreaterThanOrEqual(whole[at]!);
          }
        },
      ),
    );
  });

  it.each([
    [[1, 1, 1], 100, [34, 33, 33]],
    [[0.5, 0.5], 255, [128, 127]],
    [[0.999, 0.001], 255, [255, 0]],
  ])("apportions %j in %i as %j", (parts, total, expected) => {
    expect(apportion(parts, total)).toEqual(expected);
  });
});
