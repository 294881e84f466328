import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeContainer } from "#src/format/container.js";
import { type Combination, decodeFacetCounts, encodeFacetCounts, MAX_COMBINATIONS } from "#src/format/facet-counts.js";
import { FormatError } from "#src/format/format-error.js";
import { copyOf } from "./tables.js";

const SIZES = [3, 4, 2, 2];
type Record = readonly [number | undefined, readonly number[], number | undefined, number | undefined];

const labelsOf = (label: number | undefined): number[] => (label === undefined ? [] : [label]);

/** A record's labels: at most one per facet, but any number of colors. */
const record = fc.tuple(
  fc.option(fc.nat(2), { nil: undefined }),
  fc.uniqueArray(fc.nat(3)),
  fc.option(fc.nat(1), { nil: undefined }),
  fc.option(fc.nat(1), { nil: undefined }),
);
const asked = fc.tuple(
  ...SIZES.map((size) => fc.option(fc.uniqueArray(fc.nat(size - 1), { maxLength: size }), { nil: undefined })),
);

const combinationsOf = (records: readonly Record[]): Combination[] =>
  records.flatMap(([category, colors, style, mood]) => {
    const pairs = colors.flatMap((color, at) => colors.slice(at + 1).map((other) => [color, other]));
    return [[], ...colors.map((color) => [color]), ...pairs].map((color) => ({
      labels: [labelsOf(category), color, labelsOf(style), labelsOf(mood)],
      icons: 1,
    }));
  });

const countOf = (records: readonly Record[], labels: readonly (readonly number[] | undefined)[]): number =>
  records.filter(([category, colors, style, mood]) =>
    [[category], colors, [style], [mood]].every(
      (own, facet) => labels[facet] === undefined || own.some((label) => labels[facet]!.includes(label!)),
    ),
  ).length;

describe("facet counts", () => {
  it.each([
    ["of a small dataset", 1, 1],
    ["of a large dataset", 1000, 2],
  ])(
    "counts the icons %s with any of the given labels in each facet, or returns undefined for too many labels",
    (_, icons, mostColors) => {
      fc.assert(
        fc.property(fc.array(record, { maxLength: 40 }), asked, (records, labels) => {
          const counts = decodeFacetCounts(copyOf(encodeFacetCounts(SIZES, combinationsOf(records), icons)), "x.bin");
          const told = (labels[1]?.length ?? 0) <= mostColors;
          expect(counts.total(labels)).toBe(told ? countOf(records, labels) : undefined);
        }),
        { numRuns: 500 },
      );
    },
  );

  it("omits the counts if there would be too many label combinations", () => {
    const counts = decodeFacetCounts(copyOf(encodeFacetCounts([MAX_COMBINATIONS, 1, 0, 0], [], 1)), "x.bin");
    expect(counts.total([[0], undefined, undefined, undefined])).toBeUndefined();
  });

  it.each([
    ["other facets", [Uint32Array.of(1, 1), new Uint32Array(4)]],
    ["too few counts", [Uint32Array.of(1, 1, 1, 1), new Uint32Array(15)]],
    ["no counts section", [Uint32Array.of(1, 1, 1, 1)]],
  ])("rejects facet counts with %s", (_, sections) => {
    expect(() => decodeFacetCounts(copyOf(encodeContainer("FCNT", 0, sections)), "x.bin")).toThrow(FormatError);
  });
});
