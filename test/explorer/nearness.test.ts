import { describe, expect, it } from "vitest";
import type { SimilarIcon } from "#src/client/responses.js";
import { bestFirst, nearnessOf } from "#src/explorer/nearness.js";

const icon = (id: string, more: Partial<SimilarIcon>): SimilarIcon => ({
  ...{ id, name: id, category: "c", developer: "D", iconUrl: "" },
  ...more,
});

describe("icons similar to an image", () => {
  it("are each listed once, by the better of look and shape, of which looks count less", () => {
    const looks = [
      icon("a", { shapeDistance: 30, colorDistance: 0.1, score: 0.9 }),
      icon("b", { shapeDistance: 90, colorDistance: 0.3, score: 0.5 }),
    ];
    const shapes = [
      icon("c", { shapeDistance: 20, score: 0.8 }),
      icon("a", { shapeDistance: 30, score: 0.7 }),
      icon("b", { shapeDistance: 90, score: 0.39 }),
    ];
    const found = bestFirst([looks, shapes]).map(({ id, score }) => `${id} ${score}`);
    expect(found).toEqual(["c 0.8", "a 0.72", "b 0.4"]);
  });

  it("are those of one list in the same order", () => {
    const byHash = [icon("b", { distance: 3 }), icon("a", { distance: 3 })];
    expect(bestFirst([byHash])).toEqual(byHash);
    expect(bestFirst([])).toEqual([]);
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
