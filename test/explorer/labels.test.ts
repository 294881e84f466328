import { expect, it } from "vitest";
import { labelsOf } from "#src/explorer/labels.js";

const NONE = { category: [], color: [], style: [], mood: [], license: [] };
const META = {
  api_version: "v1" as const,
  facets: { style: [{ label: "glyph", count: 3 }], color: [{ label: "green", count: 9 }] },
};

it.each([
  ["those of the result, as counted", META, NONE, META.facets.style, META.facets.color],
  [
    "chosen ones that no icon has",
    META,
    { ...NONE, style: ["baroque"] },
    [{ label: "baroque", count: 0 }, ...META.facets.style],
    META.facets.color,
  ],
  [
    "custom colors, which are counted under a label",
    META,
    { ...NONE, color: ["#1db954"] },
    META.facets.style,
    [{ label: "#1db954" }, ...META.facets.color],
  ],
  ["chosen ones before the first response", undefined, { ...NONE, style: ["glyph"] }, [{ label: "glyph" }], []],
])("lists labels to choose from: %s", (_, meta, chosen, style, color) => {
  expect(labelsOf(meta, chosen)).toMatchObject({ category: [], style, color });
});
