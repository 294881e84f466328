import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { COLOR_LABELS } from "#src/color/color-labels.js";
import { shippedSource } from "../support/source-records.js";
import { appearanceTables } from "./appearance-tables.mjs";
import { HALVES, halfOf } from "./halves.mjs";
import { judgeAppearance, type SeenIcon, STYLES } from "./judge-appearance.mjs";
import { judgeShipped, type ShippedJudgement } from "./judge-shipped.mjs";

const { icons, again } = JSON.parse(readFileSync("test/judged/appearance.json", "utf8")) as {
  icons: SeenIcon[];
  again: { id: string; style: string; colors: string[] }[];
};

describe("judged appearance of shipped icons", () => {
  it("covers more than 250 shipped icons, each once", () => {
    const ids = icons.map(({ id }) => id);
    const shipped = new Set(shippedSource().map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(250);
    expect(ids.filter((id) => !shipped.has(id))).toEqual([]);
    expect(again.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });

  it("judges icons with existing labels only", () => {
    const labels: readonly string[] = COLOR_LABELS;
    for (const { id, style, alsoStyle = [], colors, alsoColors = [] } of icons) {
      for (const name of [style, ...alsoStyle]) expect(STYLES, id).toContain(name);
      for (const name of [...colors.flatMap((names) => names.split("|")), ...alsoColors])
        expect(labels, id).toContain(name);
    }
  });

  it("has at least 15 icons of each style, in two halves of similar size", () => {
    for (const style of STYLES) {
      expect(icons.filter((icon) => icon.style === style).length, style).toBeGreaterThanOrEqual(15);
    }
    for (const half of HALVES) expect(icons.filter(({ id }) => halfOf(id) === half).length).toBeGreaterThan(100);
  });
});

describe("appearance judgment", () => {
  const seen = (id: string, style: string, colors: string[], more: Partial<SeenIcon> = {}): SeenIcon => ({
    id,
    chosen: "sample",
    style,
    colors,
    ...more,
  });

  it("counts styles and colors as right, acceptable or wrong", () => {
    const truth = [
      seen("a", "flat", ["red", "blue|purple"], { alsoStyle: ["glyph"], alsoColors: ["white"] }),
      seen("b", "glyph", ["black"]),
      seen("c", "flat", ["green", "white"]),
    ];
    const measured: Record<string, { style: string; colors: string[] }> = {
      a: { style: "glyph", colors: ["purple", "red", "white"] },
      b: { style: "outline", colors: ["black", "gray"] },
      c: { style: "flat", colors: ["green"] },
    };
    const { style, color } = judgeAppearance(truth, (id) => measured[id]!);
    expect([style.right, style.acceptable]).toEqual([1 / 3, 2 / 3]);
    expect(style.missed).toEqual([{ id: "b", seen: "glyph", measured: "outline" }]);
    expect(style.confusion[STYLES.indexOf("flat")]![STYLES.indexOf("glyph")]).toBe(1);
    expect(color.precision).toBeCloseTo(5 / 6, 9);
    expect(color.recall).toBeCloseTo(4 / 5, 9);
    expect([color.first, color.right]).toEqual([2 / 3, 1 / 3]);
    expect(color.missed).toEqual([
      { id: "b", wrong: ["gray"], absent: [] },
      { id: "c", wrong: [], absent: ["white"] },
    ]);
  });
});

describe("measured appearance of the judged icons", () => {
  let judged: ShippedJudgement;
  beforeAll(async () => {
    judged = await judgeShipped();
  });

  it("measures the figures of test/judged/README.md", () => {
    const remedy = "run `npx tsc -b && node tools/make-appearance-tables.mjs`";
    expect(readFileSync("test/judged/README.md", "utf8"), remedy).toContain(appearanceTables(judged));
  });

  it.each([
    ["tuning", { right: 0.84, acceptable: 0.96, precision: 0.99, recall: 0.98, first: 0.88, faultless: 0.95 }],
    ["held-out", { right: 0.73, acceptable: 0.93, precision: 0.98, recall: 0.98, first: 0.87, faultless: 0.95 }],
  ] as const)("measures no worse than the recorded minimum in the %s half", (half, least) => {
    const { style, color } = judged.halves.find((each) => each.half === half)!;
    expect(style.right).toBeGreaterThanOrEqual(least.right);
    expect(style.acceptable).toBeGreaterThanOrEqual(least.acceptable);
    expect(color.precision).toBeGreaterThanOrEqual(least.precision);
    expect(color.recall).toBeGreaterThanOrEqual(least.recall);
    expect(color.first).toBeGreaterThanOrEqual(least.first);
    expect(color.right).toBeGreaterThanOrEqual(least.faultless);
  });
});
