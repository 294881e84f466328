import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeContainer } from "#src/format/container.js";
import { type Combination, decodeFacetCounts, encodeFacetCounts, MAX_COMBINATIONS } from "#src/format/facet-counts.js";
import { FormatError } from "#src/format/format-error.js";
import { randomRuns } from "../support/random-runs.js";
import { copyOf } from "./tables.js";

const SIZES = [3, 4, 2, 2, 1];
type Record = readonly [
  categories: readonly number[],
  colors: readonly number[],
  style: number | undefined,
  mood: number | undefined,
  license: number | undefined,
];

const labelsOf = (label: number | undefined): number[] => (label === undefined ? [] : [label]);

/** A record's labels: at most one per facet, but any number of colors. @param most maximum number of categories */
const recordWith = (most: number) =>
  fc.tuple(
    fc.uniqueArray(fc.nat(2), { maxLength: most }),
    fc.uniqueArray(fc.nat(3)),
    fc.option(fc.nat(1), { nil: undefined }),
    fc.option(fc.nat(1), { nil: undefined }),
    fc.option(fc.nat(0), { nil: undefined }),
  );
const asked = fc.tuple(
  ...SIZES.map((size) => fc.option(fc.uniqueArray(fc.nat(size - 1), { maxLength: size }), { nil: undefined })),
);

const combinationsOf = (records: readonly Record[]): Combination[] =>
  records.flatMap(([categories, colors, style, mood, license]) => {
    const pairs = colors.flatMap((color, at) => colors.slice(at + 1).map((other) => [color, other]));
    const category = categories.length < 2 ? [categories] : [[], ...categories.map((label) => [label])];
    return [[], ...colors.map((color) => [color]), ...pairs].flatMap((color) =>
      category.map((own) => ({
        labels: [own, color, labelsOf(style), labelsOf(mood), labelsOf(license)],
        several: categories.length < 2 ? [] : [0],
        icons: 1,
      })),
    );
  });

const countOf = (records: readonly Record[], labels: readonly (readonly number[] | undefined)[]): number =>
  records.filter(([categories, colors, style, mood, license]) =>
    [categories, colors, [style], [mood], [license]].every(
      (own, facet) => labels[facet] === undefined || own.some((label) => labels[facet]!.includes(label!)),
    ),
  ).length;

describe("facet counts", () => {
  it.each([
    ["of a small dataset", 1, 1, 1],
    ["of a large dataset", 1000, 2, 1],
    ["of a dataset with several categories per icon", 1000, 2, 3],
  ])(
    "counts the icons %s with any of the given labels in each facet, or returns undefined for too many labels",
    (_, icons, mostColors, mostCategories) => {
      fc.assert(
        fc.property(fc.array(recordWith(mostCategories), { maxLength: 40 }), asked, (records, labels) => {
          const counts = decodeFacetCounts(copyOf(encodeFacetCounts(SIZES, combinationsOf(records), icons)), "x.bin");
          const several = records.some(([categories]) => categories.length > 1);
          expect(counts.several).toEqual([several, true, false, false, false]);
          const told = (labels[1]?.length ?? 0) <= mostColors && !(several && (labels[0]?.length ?? 0) > 1);
          expect(counts.total(labels)).toBe(told ? countOf(records, labels) : undefined);
        }),
        randomRuns(500),
      );
    },
  );

  it("omits the counts if there would be too many label combinations", () => {
    const counts = decodeFacetCounts(copyOf(encodeFacetCounts([MAX_COMBINATIONS, 1, 0, 0, 0], [], 1)), "x.bin");
    expect(counts.total([[0], undefined, undefined, undefined, undefined])).toBeUndefined();
  });

  it.each([
    ["other facets", [Uint32Array.of(1, 1), new Uint32Array(4), new Uint32Array(2)]],
    ["too few counts", [Uint32Array.of(1, 1, 1, 1, 1), new Uint32Array(31), new Uint32Array(5)]],
    ["no counts section", [Uint32Array.of(1, 1, 1, 1, 1)]],
    ["flags of too few facets", [Uint32Array.of(1, 1, 1, 1, 1), new Uint32Array(32), new Uint32Array(4)]],
  ])("rejects facet counts with %s", (_, sections) => {
    expect(() => decodeFacetCounts(copyOf(encodeContainer("FCNT", 0, sections)), "x.bin")).toThrow(FormatError);
  });
});
