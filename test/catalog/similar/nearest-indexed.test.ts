import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchIndex } from "#src/catalog/similar/nearest-hashes.js";
import { createNearestList } from "#src/catalog/similar/nearest-list.js";
import { MAX_DISTANCE } from "#src/catalog/similar/similar-request.js";
import { INDEXED_FROM } from "#src/format/hash-index.js";
import { bySorting, createHashes, type Hash, nearestTo, tableOf, turned } from "./hash-tables.js";

type Next = () => bigint;

/** Best and worst cases for the buckets of an index; `at` is the ordinal. */
const SHAPES: Record<string, (next: Next) => (at: number) => Hash> = {
  "nothing alike": (next) => () => next(),
  "some missing": (next) => (at) => (at % 3 === 0 ? undefined : next()),
  clusters: (next) => {
    let center = next();
    return (at) => {
      if (at % 20 === 0) center = next();
      return at % 20 < 12 ? turned(center, Number(next() % 6n), next()) : next();
    };
  },
  "all equal": (next) => {
    const one = next();
    return () => one;
  },
  "all within a few bits": (next) => {
    const one = next();
    return () => turned(one, Number(next() % 5n), next());
  },
  "one chunk the same everywhere": (next) => () => (next() & ~0xffff0000n) | 0x12340000n,
  "zeros, absent or not": () => (at) => (at % 2 === 0 ? undefined : at % 1001 === 0 ? 0n : 2n ** 64n - 1n),
  "ever nearer to 0": () => (at) => (1n << BigInt(64 - Math.min(64, at >> 8))) - 1n,
};

const QUERIES = 12;

describe("nearest hashes through an index", () => {
  it.each(Object.entries(SHAPES))("finds the nearest hashes of a full sort through the index: %s", (_, shape) => {
    const sizes = fc.constantFrom(INDEXED_FROM - 1, INDEXED_FROM, INDEXED_FROM + 4000);
    fc.assert(
      fc.property(fc.nat(), sizes, (seed, size) => {
        const next = createHashes(seed);
        const hashes = Array.from({ length: size }, (_, at) => at).map(shape(next));
        const table = tableOf(hashes);
        for (let query = 0; query < QUERIES; query++) {
          const except = Number(next() % BigInt(size));
          const stored = hashes[except] ?? 0n;
          const asked = [next(), stored, turned(stored, 1 + (query % 6), next()), 0n][query % 4] as bigint;
          const limit = 1 + Number(next() % 20n);
          const most = query < 4 ? MAX_DISTANCE : Number(next() % (query < 8 ? 8n : 65n));
          const expected = bySorting(hashes, asked, limit, most, except);
          expect(nearestTo(table, asked, limit, most, except)).toEqual(expected);
        }
      }),
      { numRuns: 4 },
    );
  });

  it("finds the exact nearest hashes among 100,000 for random queries and queries near a stored hash", () => {
    const next = createHashes(1);
    const hashes = Array.from({ length: 100_000 }, (_, at) => at).map(SHAPES.clusters!(next));
    const table = tableOf(hashes);
    for (let query = 0; query < 40; query++) {
      const stored = hashes[Number(next() % 100_000n)] as bigint;
      const asked = query % 2 === 0 ? next() : turned(stored, query % 7, next());
      expect(nearestTo(table, asked, 10)).toEqual(bySorting(hashes, asked, 10, MAX_DISTANCE));
    }
  });

  it("finds near hashes in the buckets alone", () => {
    const next = createHashes(2);
    const hashes = Array.from({ length: 100_000 }, (_, at) => at).map(SHAPES.clusters!(next));
    const table = tableOf(hashes);
    for (let query = 0; query < 30; query++) {
      const asked = turned(hashes[query * 2000] as bigint, query % 4, next());
      const list = createNearestList(10, 7, -1);
      const [low, high] = [Number(asked & 0xffffffffn) | 0, Number(asked >> 32n) | 0];
      expect(searchIndex(table, table.index!, low, high, list)).toBe(true);
      expect(list.matches()).toEqual(bySorting(hashes, asked, 10, 7, undefined, 10));
    }
  });

  it("falls back to a scan if a bucket holds everything or nothing is near", () => {
    const next = createHashes(3);
    const equal = tableOf(Array(INDEXED_FROM).fill(0n));
    expect(searchIndex(equal, equal.index!, 0, 0, createNearestList(10, MAX_DISTANCE, -1))).toBe(false);
    const far = tableOf(Array.from({ length: INDEXED_FROM }, next));
    expect(searchIndex(far, far.index!, 0, 0, createNearestList(10, MAX_DISTANCE, -1))).toBe(false);
  });

  it("treats a distance above the maximum as the maximum", () => {
    const hashes: Hash[] = [...Array(INDEXED_FROM).fill(2n ** 64n - 1n), undefined];
    expect(nearestTo(tableOf(hashes), 0n, 1, Number.POSITIVE_INFINITY)[0]).toEqual({ ordinal: 0, distance: 64 });
  });
});
