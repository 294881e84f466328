import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runToEnd } from "#src/catalog/execution/cooperative-task.js";
import { nearestVectors, type VectorSearch, vectorAt } from "#src/catalog/similar/nearest-vectors.js";
import { createFastVectorKernel, createPlainVectorKernel } from "#src/catalog/similar/vector-kernel.js";
import { FormatError } from "#src/format/format-error.js";
import type { VectorTable } from "#src/format/vector-table.js";
import { randomRuns } from "../../support/random-runs.js";

const squareOf = (vector: ArrayLike<number>): number => productOf(vector, vector);
const productOf = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, component, at) => sum + component * b[at]!, 0);

/** A table in memory, in shards of `perShard` vectors. */
function tableOf(rows: readonly (readonly number[])[], dimensions: number, perShard: number): VectorTable {
  const bytes = Int8Array.from(rows.flat());
  return {
    file: "vectors.bin",
    count: rows.length,
    dimensions,
    squares: Uint32Array.from(rows, squareOf),
    shardEnd: (ordinal) => Math.min(rows.length, (Math.floor(ordinal / perShard) + 1) * perShard),
    rows(first, until) {
      if (Math.floor(first / perShard) !== Math.floor((until - 1) / perShard)) throw new Error("crosses a shard's end");
      return bytes.subarray(first * dimensions, until * dimensions);
    },
  };
}

/** Compares all vectors and sorts them by exact fractions. */
function byBruteForce({ vectors, query, square, limit, isWanted }: VectorSearch) {
  const all = Array.from({ length: vectors.count }, (_, ordinal) => {
    const row = vectors.rows(ordinal, ordinal + 1);
    return { ordinal, product: productOf(row, query), square: squareOf(row) };
  });
  const signed = ({ product }: { product: number }): bigint => BigInt(product) * BigInt(Math.abs(product));
  return all
    .filter((each) => each.square > 0 && isWanted(each.ordinal))
    .sort((a, b) => {
      const [left, right] = [signed(a) * BigInt(b.square), signed(b) * BigInt(a.square)];
      return left === right ? a.ordinal - b.ordinal : left > right ? -1 : 1;
    })
    .slice(0, limit)
    .map((each) => ({ ordinal: each.ordinal, similarity: each.product / Math.sqrt(each.square * square) }));
}

/** Few values, so that vectors are often equal, multiples or at the same angle; or any, with the extremes. */
const few = fc.constantFrom(0, 0, 1, -1, 2, 3, 9);
const any = fc.oneof(fc.integer({ min: -127, max: 127 }), fc.constantFrom(127, -127, -128));
const searches = fc
  .record({
    dimensions: fc.constantFrom(2, 3, 7, 15, 16, 17, 31, 32, 33, 100),
    component: fc.constantFrom(few, any),
    perShard: fc.integer({ min: 1, max: 50 }),
    limit: fc.integer({ min: 1, max: 20 }),
    modulus: fc.integer({ min: 1, max: 5 }),
  })
  .chain(({ dimensions, component, ...rest }) => {
    const vector = fc.array(component, { minLength: dimensions, maxLength: dimensions });
    return fc.record({
      query: vector.filter((numbers) => numbers.some((number) => number !== 0)),
      rows: fc.array(vector, { maxLength: 60 }),
      dimensions: fc.constant(dimensions),
      rest: fc.constant(rest),
    });
  });

describe.each([
  ["in WebAssembly", createFastVectorKernel],
  ["in JavaScript", createPlainVectorKernel],
])("nearest vectors %s", (_, createKernel) => {
  it("are those of an exact sort, with their cosine similarity, ties in display order", () => {
    const kernel = createKernel();
    fc.assert(
      fc.property(searches, ({ query, rows, dimensions, rest: { perShard, limit, modulus } }) => {
        const vectors = tableOf(rows, dimensions, perShard);
        const isWanted = (ordinal: number): boolean => modulus === 1 || ordinal % modulus !== 0;
        const search = { vectors, query: Int8Array.from(query), square: squareOf(query), limit, isWanted };
        expect(runToEnd(nearestVectors(search, kernel))).toEqual(byBruteForce(search));
      }),
      randomRuns(500),
    );
  });

  it("are exact for the longest vectors of the largest components", () => {
    const row = (seed: number): number[] =>
      Array.from({ length: 4096 }, (_, at) => (at % seed === 0 ? -127 : (at * seed) % 255 < 5 ? 126 : 127));
    const rows = [2, 3, 5, 7, 11, 4099].map(row);
    const vectors = tableOf(rows, 4096, 4);
    const query = Int8Array.from(rows[5]!);
    const search = { vectors, query, square: squareOf(query), limit: 6, isWanted: () => true };
    const found = runToEnd(nearestVectors(search, createKernel()));
    expect(found).toEqual(byBruteForce(search));
    expect(found[0]).toEqual({ ordinal: 5, similarity: 1 });
  });

  it("are found in steps between which another search may use the kernel", () => {
    const kernel = createKernel();
    const rows = Array.from({ length: 40_000 }, (_, at) => [((at * 7919) % 255) - 127, ((at * 104_729) % 255) - 127]);
    const vectors = tableOf(rows, 2, 30_000);
    const searchFor = (query: number[]): VectorSearch => ({
      vectors,
      query: Int8Array.from(query),
      square: squareOf(query),
      limit: 20,
      isWanted: () => true,
    });
    const running = [searchFor([127, -3]), searchFor([-50, 127])];
    const tasks = running.map((search) => nearestVectors(search, kernel));
    const results: unknown[] = [];
    let steps = 0;
    while (results.filter((result) => result !== undefined).length < 2) {
      for (const [at, task] of tasks.entries()) {
        const step = task.next();
        if (step.done && step.value !== undefined) results[at] = step.value;
        steps++;
      }
    }
    expect(steps).toBeGreaterThan(4);
    expect(results).toEqual(running.map(byBruteForce));
  });
});

describe("damaged vectors", () => {
  it("are rejected as a query and as a result", () => {
    const good = tableOf(
      [
        [1, 2],
        [3, 4],
        [0, 0],
      ],
      2,
      3,
    );
    const damaged = { ...good, squares: Uint32Array.from([6, 25, 0]) };
    expect(() => vectorAt(damaged, 0)).toThrow(FormatError);
    expect(vectorAt(damaged, 2)).toBeUndefined();
    expect(vectorAt(damaged, 9)).toBeUndefined();
    const search = { vectors: damaged, ...vectorAt(damaged, 1)!, limit: 2, isWanted: () => true };
    expect(() => runToEnd(nearestVectors(search))).toThrow(
      "vectors.bin: has a wrong length for the vector of ordinal 0",
    );
  });
});
