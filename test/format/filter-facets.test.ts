import { describe, expect, it } from "vitest";
import { labelKey } from "#src/format/filter-facets.js";

describe("facet label look-up", () => {
  it.each([
    ["in any letter case", "Music", "mUSIC"],
    ["in any Unicode normalization form", "Caf\u00e9", "CAFE\u0301"],
  ])("finds a facet label %s", (_, a, b) => {
    expect(labelKey(a)).toBe(labelKey(b));
  });

  it("distinguishes facet labels that differ in an accent, unlike search words", () => {
    expect(labelKey("Café")).not.toBe(labelKey("Cafe"));
  });
});
