import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moveInGrid } from "#src/explorer/grid-layout.js";

describe("grid keys", () => {
  it.each([
    ["ArrowRight", 7, 8],
    ["ArrowLeft", 7, 6],
    ["ArrowDown", 7, 12],
    ["ArrowUp", 7, 2],
    ["ArrowUp", 3, 0],
    ["PageDown", 7, 17],
    ["PageUp", 17, 7],
    ["PageDown", 95, 99],
    ["Home", 42, 0],
    ["End", 42, 99],
    ["ArrowRight", 99, 99],
    ["ArrowLeft", 0, 0],
    ["a", 7, undefined],
    ["Enter", 7, undefined],
    ["toString", 7, undefined],
  ])("moves the focus with %s from item %i to %s", (key, from, to) => {
    expect(moveInGrid(key, from, 100, 5, 2)).toBe(to);
  });

  it("never moves the focus outside the grid", () => {
    const keys = fc.constantFrom(
      "ArrowRight",
      "ArrowLeft",
      "ArrowDown",
      "ArrowUp",
      "PageDown",
      "PageUp",
      "Home",
      "End",
    );
    fc.assert(
      fc.property(
        keys,
        fc.integer({ min: 1, max: 500 }),
        fc.nat(),
        fc.integer({ min: 1, max: 30 }),
        (key, total, any, columns) => {
          const next = moveInGrid(key, any % total, total, columns, 3) as number;
          expect(next >= 0 && next < total).toBe(true);
        },
      ),
    );
  });
});
