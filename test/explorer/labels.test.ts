import { describe, expect, it } from "vitest";
import { countedLabels, NO_LABELS } from "#src/explorer/labels.js";

const ALL = {
  ...NO_LABELS,
  style: [
    { label: "flat", count: 9 },
    { label: "glyph", count: 4 },
    { label: "outline", count: 1 },
  ],
};
const chosen = (...style: string[]) => ({ category: [], color: [], style, mood: [] });
const meta = {
  facets: {
    style: [
      { label: "glyph", count: 3 },
      { label: "flat", count: 2 },
    ],
  },
};

describe("selectable labels", () => {
  it("keeps labels in their positions while their counts follow the result", () => {
    expect(countedLabels(ALL, chosen(), meta).style).toEqual([
      { label: "flat", count: 2 },
      { label: "glyph", count: 3 },
      { label: "outline", count: 0 },
    ]);
  });

  it("shows no count for labels that would enlarge the result", () => {
    expect(countedLabels(ALL, chosen("glyph"), { facets: { style: [{ label: "glyph", count: 3 }] } }).style).toEqual([
      { label: "flat" },
      { label: "glyph", count: 3 },
      { label: "outline" },
    ]);
  });

  it("lists no count for a custom color, which is counted under a label", () => {
    const all = { ...NO_LABELS, color: [{ label: "green", count: 9 }] };
    const view = { category: [], color: ["#1db954"], style: [], mood: [] };
    const green = { facets: { color: [{ label: "green", count: 9 }] } };
    expect(countedLabels(all, view, green).color).toEqual([{ label: "#1db954" }, { label: "green" }]);
  });

  it("lists labels from the address that the server does not list", () => {
    expect(countedLabels(ALL, chosen("baroque"), undefined).style).toEqual([{ label: "baroque" }, ...ALL.style]);
  });
});
