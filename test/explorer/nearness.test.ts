import { describe, expect, it } from "vitest";
import type { SimilarIcon } from "#src/client/responses.js";
import { nearestFirst, nearnessOf } from "#src/explorer/nearness.js";

const icon = (id: string, more: Partial<SimilarIcon>): SimilarIcon => ({
  ...{ id, name: id, category: "c", developer: "D", iconUrl: "" },
  ...more,
});

describe("icons similar to several looks of an image", () => {
  it("are each listed once, by the nearest look", () => {
    const whole = [
      icon("a", { shapeDistance: 30, colorDistance: 0.4 }),
      icon("b", { shapeDistance: 300, colorDistance: 0 }),
    ];
    const bare = [
      icon("c", { shapeDistance: 0, colorDistance: 0.1 }),
      icon("a", { shapeDistance: 90, colorDistance: 0 }),
    ];
    expect(nearestFirst([whole, bare])).toEqual([bare[0], bare[1], whole[1]]);
  });

  it("are those of the look if there is one, in the same order", () => {
    const byHash = [icon("b", { distance: 3 }), icon("a", { distance: 3 })];
    expect(nearestFirst([byHash])).toEqual(byHash);
    expect(nearestFirst([])).toEqual([]);
  });
});

describe("nearness in words", () => {
  it.each([
    [{ score: 0.97 }, "Same"],
    [{ score: 0.7 }, "Very similar"],
    [{ score: 0.2 }, "Similar"],
    [{ score: 0.19, distance: 0 }, undefined],
    [{ distance: 4 }, "Same"],
    [{ distance: 21 }, undefined],
    [{ distance: 21, weightedDistance: 9.5 }, "Very similar"],
  ])("of %j is %s", (nearness, expected) => {
    expect(nearnessOf(icon("a", nearness))).toBe(expected);
  });
});
