import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeContainer, joinPieces } from "#src/format/container.js";
import { FormatError } from "#src/format/format-error.js";
import { decodeVectorTable, layOutVectorTable, quantizeVector, type VectorTable } from "#src/format/vector-table.js";
import { randomRuns } from "../support/random-runs.js";
import { altered, copyOf, expectNoCrash } from "./tables.js";

const encode = (dimensions: number, squares: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(Uint32Array.from(squares).buffer);
  return joinPieces(layOutVectorTable(dimensions, bytes.length, [bytes]));
};
const decode = (bytes: Uint8Array, shard: Uint8Array): VectorTable =>
  decodeVectorTable(copyOf(bytes), "vectors.bin", () => shard);

describe("vector table", () => {
  it("returns the vectors of consecutive ordinals", () => {
    const table = decode(encode(3, [14, 0, 9]), Uint8Array.from([1, 2, 3, 0, 0, 0, 0, 253, 0]));
    expect([table.count, table.dimensions, table.shardEnd(0), table.shardEnd(2)]).toEqual([3, 3, 3, 3]);
    expect([...table.rows(0, 1), ...table.rows(1, 3)]).toEqual([1, 2, 3, 0, 0, 0, 0, -3, 0]);
    expect(decode(encode(0, []), new Uint8Array(0)).count).toBe(0);
  });

  it.each<[string, number, ArrayBufferView[], number]>([
    ["a dimension without vectors", 2, [new Uint8Array(0)], 0],
    ["vectors without dimensions", 0, [new Uint32Array(1)], 0],
    ["vectors of one dimension", 1, [new Uint32Array(1)], 1],
    ["too many dimensions", 4097, [new Uint32Array(1)], 4097],
    ["a short shard", 4, [new Uint32Array(2)], 7],
    ["a long shard", 4, [new Uint32Array(2)], 9],
    ["half a number", 4, [new Uint8Array(6)], 4],
    ["no section", 4, [], 4],
  ])("rejects a vector table that has %s", (_, dimensions, sections, bytes) => {
    expect(() => decode(encodeContainer("VECT", dimensions, sections), new Uint8Array(bytes))).toThrow(FormatError);
  });

  it("reads or rejects a vector table with changed bytes without a crash", () => {
    const good = encode(4, [4, 0, 30]);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, length) => {
        const bytes = altered(good, (copy) => copy.writeUInt8(byte, at)).subarray(0, length);
        expectNoCrash(() => {
          const table = decode(bytes, new Uint8Array(12));
          for (let ordinal = 0; ordinal < table.count; ordinal++)
            expect(table.rows(ordinal, ordinal + 1)).toHaveLength(table.dimensions);
        });
      }),
      randomRuns(1000),
    );
  });
});

describe("quantized vectors", () => {
  it("are equal for multiples and opposite for the opposite vector", () => {
    const numbers = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: -40, max: 40 }), (vector, power) => {
        const quantize = (values: number[]): number[] => {
          const into = new Int8Array(values.length);
          return [quantizeVector(values, into), ...into];
        };
        const [squares, ...components] = quantize(vector);
        expect(quantize(vector.map((number) => number * 2 ** power))).toEqual([squares, ...components]);
        expect(quantize(vector.map((number) => -number))).toEqual([squares, ...components.map((each) => 0 - each)]);
      }),
    );
  });

  it.each([
    [[0, -0], 0],
    [[1, Number.NaN], Number.NaN],
    [[1, Number.POSITIVE_INFINITY], Number.NaN],
    [[5e-324, 0], 127 ** 2],
    [[1.7e308, -1.7e308], 2 * 127 ** 2],
  ])("of %j have the sum of squares %d", (vector, sum) => {
    expect(quantizeVector(vector, new Int8Array(2))).toBe(sum);
  });
});
