import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryHashes } from "#src/catalog/similar/hash-distance.js";
import { MAX_COMPARED, nearestHashes } from "#src/catalog/similar/nearest-hashes.js";
import { MAX_DISTANCE, VARIANTS, type Variant } from "#src/catalog/similar/similar-request.js";
import { randomRuns } from "../../support/random-runs.js";
import { bySorting, differing, type Hash, nearestTo, tableOf } from "./hash-tables.js";

const any = fc.bigInt(0n, 2n ** 64n - 1n);
/** Few bits set, so that ties and small distances are common. */
const near = fc
  .array(fc.nat(63), { maxLength: 4 })
  .map((bits) => bits.reduce((hash, bit) => hash | (1n << BigInt(bit)), 0n));
const hash = fc.oneof(any, near, near, fc.constantFrom(0n, 2n ** 64n - 1n, 2n ** 63n, 2n ** 31n, 2n ** 32n));
const hashes = fc.array(fc.option(hash, { nil: undefined, freq: 6 }), { maxLength: 60 });

describe("nearest hashes", () => {
  it("returns the nearest hashes of a full sort, including all ties with the last one, in display order", () => {
    fc.assert(
      fc.property(hashes, hash, fc.integer({ min: 1, max: 70 }), fc.nat(MAX_DISTANCE), (all, asked, limit, most) => {
        expect(nearestTo(tableOf(all), asked, limit, most)).toEqual(bySorting(all, asked, limit, most));
      }),
      randomRuns(1000),
    );
  });

  it("excludes one icon on request and fills its place with the next", () => {
    fc.assert(
      fc.property(hashes, fc.nat(59), fc.integer({ min: 1, max: 10 }), (all, except, limit) => {
        const asked = all[except] ?? 0n;
        const expected = bySorting(all, asked, limit, MAX_DISTANCE, except);
        expect(nearestTo(tableOf(all), asked, limit, MAX_DISTANCE, except)).toEqual(expected);
      }),
    );
  });

  it("returns distances from 0 for the same hash to 64 for its complement", () => {
    const all = [0n, 2n ** 64n - 1n];
    expect(nearestTo(tableOf(all), 0n, 5)).toEqual([
      { ordinal: 0, distance: 0 },
      { ordinal: 1, distance: 64 },
    ]);
    expect(nearestTo(tableOf(all), 0n, 5, 0)).toEqual([{ ordinal: 0, distance: 0 }]);
    expect(nearestTo(tableOf(all), 0n, 5, 63)).toEqual([{ ordinal: 0, distance: 0 }]);
  });

  it("never treats an icon without a hash as one with hash 0", () => {
    expect(nearestTo(tableOf([undefined, 0n, undefined]), 0n, 5)).toEqual([{ ordinal: 1, distance: 0 }]);
  });

  it("returns no matches for a limit of zero", () => {
    expect(nearestTo(tableOf([1n, 2n]), 0n, 0)).toEqual([]);
  });
});

describe("nearest hashes to several variants", () => {
  const TURNED: Record<Variant, bigint> = { mirrored: 0x5555555555555555n, inverted: 2n ** 64n - 1n };

  /** Compares every hash with every query hash and keeps the smallest distance; on ties, the first variant. */
  function bySortingVariants(all: readonly Hash[], hash: bigint, include: readonly Variant[]) {
    const asked = [
      { bits: hash },
      ...VARIANTS.filter((variant) => include.includes(variant)).map((variant) => ({
        bits: hash ^ TURNED[variant],
        variant,
      })),
    ];
    return all
      .flatMap((other, ordinal) => {
        if (other === undefined) return [];
        const ways = asked.map(({ bits, ...way }) => ({ ordinal, distance: differing(other, bits), ...way }));
        return [ways.reduce((nearest, way) => (way.distance < nearest.distance ? way : nearest))];
      })
      .sort((a, b) => a.distance - b.distance || a.ordinal - b.ordinal);
  }

  it("lists each icon once, with its smallest distance and its variant, upright first", () => {
    const variants = fc.subarray([...VARIANTS], { minLength: 1 });
    fc.assert(
      fc.property(
        hashes,
        hash,
        variants,
        fc.integer({ min: 1, max: 20 }),
        fc.nat(64),
        (all, asked, include, limit, most) => {
          const sorted = bySortingVariants(all, asked, include).filter(({ distance }) => distance <= most);
          const last = sorted[limit - 1]?.distance ?? MAX_DISTANCE;
          expect(nearestHashes(tableOf(all), queryHashes(asked, include), limit, most)).toEqual(
            sorted.filter(({ distance }) => distance <= last),
          );
        },
      ),
      randomRuns(1000),
    );
  });

  it("finds an icon at distance 0 by exactly the requested variant", () => {
    const asked = 0x123456789abcdef0n;
    const table = tableOf([asked ^ TURNED.inverted, asked ^ TURNED.mirrored, asked]);
    const near = (include: readonly Variant[]) => nearestHashes(table, queryHashes(asked, include), 3, 0);
    expect(near([])).toEqual([{ ordinal: 2, distance: 0 }]);
    expect(near(["mirrored"])).toEqual([
      { ordinal: 1, distance: 0, variant: "mirrored" },
      { ordinal: 2, distance: 0 },
    ]);
    expect(near(["inverted", "mirrored", "inverted"])).toEqual([
      { ordinal: 0, distance: 0, variant: "inverted" },
      { ordinal: 1, distance: 0, variant: "mirrored" },
      { ordinal: 2, distance: 0 },
    ]);
  });

  it("keeps at most the number of icons that can be compared if all are equally near", () => {
    const all = Array<Hash>(2 * MAX_COMPARED).fill(7n);
    for (const include of [[], VARIANTS]) {
      const found = nearestHashes(tableOf(all), queryHashes(7n, include), 10);
      expect(found).toHaveLength(MAX_COMPARED);
      expect(found.at(-1)).toEqual({ ordinal: MAX_COMPARED - 1, distance: 0 });
    }
  });
});
