import { describe, expect, it } from "vitest";
import { countedLabels } from "#src/explorer/labels.js";

const ALL = {
  style: [
    { label: "flat", count: 9 },
    { label: "glyph", count: 4 },
    { label: "outline", count: 1 },
  ],
};
const chosen = (...style: string[]) => ({ category: [], color: [], style, mood: [], license: [] });
const RESULT = {
  style: [
    { label: "glyph", count: 3 },
    { label: "flat", count: 2 },
  ],
};

describe("selectable labels", () => {
  it("lists the labels of the dataset, most frequent in the result first", () => {
    expect(countedLabels(ALL, chosen(), RESULT, {}).style).toEqual([
      { label: "glyph", count: 3 },
      { label: "flat", count: 2 },
      { label: "outline", count: 0 },
    ]);
  });

  it("counts the other labels of an active facet without the active ones", () => {
    const within = { style: [{ label: "glyph", count: 3 }] };
    expect(countedLabels(ALL, chosen("glyph"), within, RESULT).style).toEqual([
      { label: "glyph", count: 3 },
      { label: "flat", count: 2 },
      { label: "outline", count: 0 },
    ]);
  });

  it("shows only the counts of active labels until those of the others are known", () => {
    const within = { style: [{ label: "glyph", count: 3 }] };
    expect(countedLabels(ALL, chosen("glyph"), within, {}).style).toEqual([
      { label: "flat" },
      { label: "glyph", count: 3 },
      { label: "outline" },
    ]);
  });

  it("lists no count for a custom color, which is counted under a label", () => {
    const green = { color: [{ label: "green", count: 9 }] };
    const view = { category: [], color: ["#1db954"], style: [], mood: [], license: [] };
    expect(countedLabels(green, view, green, green).color).toEqual([
      { label: "green", count: 9 },
      { label: "#1db954" },
    ]);
  });

  it("lists labels from the address that the server does not list", () => {
    expect(countedLabels(ALL, chosen("baroque"), undefined, {}).style.map(({ label }) => label)).toEqual([
      "baroque",
      "flat",
      "glyph",
      "outline",
    ]);
  });
});
