import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runToEnd } from "#src/catalog/execution/cooperative-task.js";
import { queryHashes, wordsOf } from "#src/catalog/similar/hash-distance.js";
import { VARIANTS, type Variant } from "#src/catalog/similar/similar-request.js";
import { nearestByWeight, type WeightedMatch } from "#src/catalog/similar/weighted-distance.js";
import { randomRuns } from "../../support/random-runs.js";
import { differing, type Hash, tableOf } from "./hash-tables.js";

const TURNED = { mirrored: 0x5555555555555555n, inverted: 0xffffffffffffffffn };

interface Icon {
  readonly hash: Hash;
  readonly uncertain: bigint;
}

/** For each bit −1, 0 or 1: below the median, near it, above it. */
function signs(hash: bigint, uncertain: bigint): number[] {
  return Array.from({ length: 64 }, (_, at) => {
    const isSet = (bits: bigint): boolean => ((bits >> BigInt(at)) & 1n) === 1n;
    return isSet(uncertain) ? 0 : isSet(hash) ? 1 : -1;
  });
}

/** Half the difference of the signs, plus a sixteenth for each bit that differs and is uncertain in both hashes. */
function byDefinition(one: bigint, marks: bigint, other: bigint, otherMarks: bigint): number {
  const others = signs(other, otherMarks);
  const apart = signs(one, marks).reduce((sum, sign, at) => sum + Math.abs(sign - others[at]!), 0);
  return apart / 2 + differing((one ^ other) & marks & otherMarks, 0n) / 16;
}

/** Compares every icon with every variant and sorts all results. */
function bySorting(
  icons: readonly Icon[],
  asked: { readonly hash: bigint; readonly uncertain: bigint },
  include: readonly Variant[],
  limit: number,
  maxDistance: number,
): WeightedMatch[] {
  const ways = [{ bits: asked.hash }, ...include.map((variant) => ({ bits: asked.hash ^ TURNED[variant], variant }))];
  return icons
    .flatMap(({ hash, uncertain }, ordinal) => {
      if (hash === undefined) return [];
      const all = ways.map(({ bits, ...variant }) => ({
        ordinal,
        distance: differing(bits, hash),
        weightedDistance: byDefinition(bits, asked.uncertain, hash, uncertain),
        ...variant,
      }));
      return all
        .filter(({ distance }) => distance <= maxDistance)
        .sort((a, b) => a.weightedDistance - b.weightedDistance)
        .slice(0, 1);
    })
    .sort((a, b) => a.weightedDistance - b.weightedDistance || a.ordinal - b.ordinal)
    .slice(0, limit);
}

const anyBits = fc.bigInt(0n, 2n ** 64n - 1n);
/** Few different values, so that icons tie. */
const fewBits = fc.constantFrom(0n, 1n, 0xffffn, 0x5555555555555555n, 2n ** 64n - 1n, 2n ** 63n);
const bits = fc.oneof(anyBits, fewBits);
const icon = fc.record({ hash: fc.option(bits, { nil: undefined }), uncertain: bits });

describe("icons by weighted distance", () => {
  it("returns the same icons as a comparison bit by bit, for any hashes, uncertain bits and variants", () => {
    fc.assert(
      fc.property(
        fc.array(icon, { maxLength: 60 }),
        fc.record({ hash: bits, uncertain: bits }),
        fc.subarray([...VARIANTS]),
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom(0, 1, 20, 32, 63, 64),
        (icons, asked, include, limit, maxDistance) => {
          const hashes = tableOf(
            icons.map(({ hash }) => hash),
            icons.map(({ uncertain }) => uncertain),
          );
          const query = queryHashes(asked.hash, include);
          const found = nearestByWeight({ hashes, query, uncertain: wordsOf(asked.uncertain), limit, maxDistance });
          expect(runToEnd(found)).toEqual(bySorting(icons, asked, include, limit, maxDistance));
        },
      ),
      randomRuns(500),
    );
  });

  it("equals the Hamming distance if every bit is certain", () => {
    fc.assert(
      fc.property(bits, bits, (one, other) => {
        const search = { hashes: tableOf([one]), query: queryHashes(other, []), uncertain: wordsOf(0n) };
        const [match] = runToEnd(nearestByWeight({ ...search, limit: 1, maxDistance: 64 }));
        expect(match!.weightedDistance).toBe(match!.distance);
      }),
    );
  });

  it("pauses every 4,096 icons", () => {
    const hashes = tableOf(Array.from({ length: 10_000 }, (_, at) => BigInt(at)));
    const search = { hashes, query: queryHashes(0n, []), uncertain: wordsOf(0n), limit: 3, maxDistance: 64 };
    const task = nearestByWeight(search);
    let pauses = 0;
    while (task.next().done !== true) pauses++;
    expect(pauses).toBe(3);
  });
});
