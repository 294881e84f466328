import { describe, expect, it } from "vitest";
import { labelKey } from "#src/format/facets.js";

describe("a facet's label", () => {
  it.each([
    ["in any case", "Music", "mUSIC"],
    ["composed or not", "Caf\u00e9", "CAFE\u0301"],
  ])("is looked up %s", (_, a, b) => {
    expect(labelKey(a)).toBe(labelKey(b));
  });

  it("keeps its accents, unlike a search word", () => {
    expect(labelKey("Café")).not.toBe(labelKey("Cafe"));
  });
});
