import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { intersect, intersectAll, type Ordinals, sortedSet, subtract, unionAll } from "#src/catalog/ordinals.js";

const listOf = (max: number, maxLength: number): fc.Arbitrary<Ordinals> =>
  fc.uniqueArray(fc.nat(max), { maxLength, size: "max" }).map((list) => Uint32Array.from(list).sort());
/** Alike in length and dense, so that they overlap; or short beside long, so that looking up beats walking. */
const pair = fc.oneof(
  fc.tuple(listOf(40, 30), listOf(40, 30)),
  fc.tuple(listOf(400, 5), listOf(400, 300)),
  fc.tuple(listOf(400, 300), listOf(400, 5)),
);
const lists = fc.array(fc.oneof(listOf(60, 50), listOf(60, 3)), { maxLength: 5 });
const sorted = (items: Iterable<number>): number[] => [...items].sort((a, b) => a - b);

describe("set algebra over ordinals", () => {
  it("intersects two lists as sets, whatever their lengths", () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const other = new Set(b);
        expect([...intersect(a, b)]).toEqual([...a].filter((ordinal) => other.has(ordinal)));
      }),
      { numRuns: 500 },
    );
  });

  it("intersects two lists where one is much longer, at both ends and in the middle", () => {
    const long = Uint32Array.from({ length: 1000 }, (_, at) => at * 2);
    expect([...intersect(Uint32Array.of(0, 1, 998, 999, 1998), long)]).toEqual([0, 998, 1998]);
    expect([...intersect(long, Uint32Array.of(1999, 2 ** 32 - 1))]).toEqual([]);
    expect([...intersect(long, new Uint32Array(0))]).toEqual([]);
  });

  it("subtracts two lists as sets", () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const other = new Set(b);
        expect([...subtract(a, b)]).toEqual([...a].filter((ordinal) => !other.has(ordinal)));
      }),
      { numRuns: 500 },
    );
  });

  it("unites any number of lists as sets", () => {
    fc.assert(
      fc.property(lists, (all) => {
        expect([...unionAll(all)]).toEqual(sorted(new Set(all.flatMap((list) => [...list]))));
      }),
    );
  });

  it("intersects any number of lists as sets, and leaves their order alone", () => {
    fc.assert(
      fc.property(lists, (all) => {
        const before = [...all];
        const expected = [...(all[0] ?? [])].filter((ordinal) => all.every((list) => list.includes(ordinal)));
        expect([...intersectAll(all)]).toEqual(expected);
        expect(all).toEqual(before);
      }),
    );
  });

  it("sorts a list and drops repeats", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(20), fc.nat(2 ** 32 - 1))), (list) => {
        expect([...sortedSet(list)]).toEqual(sorted(new Set(list)));
      }),
    );
  });

  it("never changes its inputs, which may lie in a mapping that can't be written", () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const before = [[...a], [...b]];
        intersect(a, b);
        subtract(a, b);
        unionAll([a, b]);
        intersectAll([a, b]);
        sortedSet(a);
        expect([[...a], [...b]]).toEqual(before);
      }),
    );
  });
});
