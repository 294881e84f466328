import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_DISTANCE, nearestHashes } from "#src/catalog/look-alikes/nearest.js";
import { bySorting, tableOf } from "./hash-tables.js";

const any = fc.bigInt(0n, 2n ** 64n - 1n);
/** Few bits set, so that ties and small distances are common. */
const near = fc
  .array(fc.nat(63), { maxLength: 4 })
  .map((bits) => bits.reduce((hash, bit) => hash | (1n << BigInt(bit)), 0n));
const hash = fc.oneof(any, near, near, fc.constantFrom(0n, 2n ** 64n - 1n, 2n ** 63n, 2n ** 31n, 2n ** 32n));
const hashes = fc.array(fc.option(hash, { nil: undefined, freq: 6 }), { maxLength: 60 });

describe("the nearest hashes", () => {
  it("are those that a full sort puts first, ties in display order", () => {
    fc.assert(
      fc.property(hashes, hash, fc.integer({ min: 1, max: 70 }), fc.nat(MAX_DISTANCE), (all, asked, limit, most) => {
        expect(nearestHashes(tableOf(all), asked, limit, most)).toEqual(bySorting(all, asked, limit, most));
      }),
      { numRuns: 1000 },
    );
  });

  it("leave one icon out where asked, and put the next in its place", () => {
    fc.assert(
      fc.property(hashes, fc.nat(59), fc.integer({ min: 1, max: 10 }), (all, except, limit) => {
        const asked = all[except] ?? 0n;
        const expected = bySorting(all, asked, limit, MAX_DISTANCE, except);
        expect(nearestHashes(tableOf(all), asked, limit, MAX_DISTANCE, except)).toEqual(expected);
      }),
    );
  });

  it("reach from 0, the same hash, to 64, its complement", () => {
    const all = [0n, 2n ** 64n - 1n];
    expect(nearestHashes(tableOf(all), 0n, 5)).toEqual([
      { ordinal: 0, distance: 0 },
      { ordinal: 1, distance: 64 },
    ]);
    expect(nearestHashes(tableOf(all), 0n, 5, 0)).toEqual([{ ordinal: 0, distance: 0 }]);
    expect(nearestHashes(tableOf(all), 0n, 5, 63)).toEqual([{ ordinal: 0, distance: 0 }]);
  });

  it("never count an icon without a hash as one whose hash is 0", () => {
    expect(nearestHashes(tableOf([undefined, 0n, undefined]), 0n, 5)).toEqual([{ ordinal: 1, distance: 0 }]);
  });

  it("are none where none are wanted", () => {
    expect(nearestHashes(tableOf([1n, 2n]), 0n, 0)).toEqual([]);
  });
});
