import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BLOCK_ORDINALS,
  BLOCK_WORDS,
  type BlockKernel,
  createFastKernel,
  createPlainKernel,
} from "#src/catalog/sets/block-kernel.js";

const word = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffffffff }));
const block = fc.array(word, { minLength: 1, maxLength: 70 });
const blocks = fc.tuple(block, block, block).map((all) => {
  const words = Math.min(...all.map(({ length }) => length));
  return all.map((one) => one.slice(0, words)) as [number[], number[], number[]];
});

function ordinalsOf(words: readonly number[], base: number): number[] {
  return words.flatMap((bits, at) =>
    Array.from({ length: 32 }, (_, bit) => bit)
      .filter((bit) => (bits >>> bit) & 1)
      .map((bit) => base + at * 32 + bit),
  );
}

describe.each([
  ["in WebAssembly", createFastKernel()],
  ["in JavaScript", createPlainKernel()],
] as [string, BlockKernel][])("block kernel %s", (_, kernel) => {
  const combine = (
    [result, union, incoming]: [number[], number[], number[]],
    operation: (words: number) => void,
  ): { result: number[]; union: number[] } => {
    // Data after the block must have no effect.
    kernel.result.fill(0xa5a5a5a5).set(result);
    kernel.union.fill(0x5a5a5a5a).set(union);
    kernel.incoming.fill(0xffffffff).set(incoming);
    operation(result.length);
    return {
      result: [...kernel.result.subarray(0, result.length)],
      union: [...kernel.union.subarray(0, result.length)],
    };
  };

  it("unites, intersects and subtracts blocks word by word", () => {
    fc.assert(
      fc.property(blocks, (given) => {
        const [result, union, incoming] = given;
        const each = (operation: (at: number) => number): number[] => result.map((_, at) => operation(at) >>> 0);
        expect(combine(given, kernel.unite)).toEqual({ result, union: each((at) => union[at]! | incoming[at]!) });
        expect(combine(given, kernel.keep)).toEqual({ union, result: each((at) => result[at]! & incoming[at]!) });
        expect(combine(given, kernel.keepUnion)).toEqual({ union, result: each((at) => result[at]! & union[at]!) });
        expect(combine(given, kernel.removeUnion)).toEqual({ union, result: each((at) => result[at]! & ~union[at]!) });
      }),
    );
  });

  it("counts and lists exactly the set bits of a block", () => {
    fc.assert(
      fc.property(block, fc.nat({ max: 1000 }), (words, at) => {
        const wanted = ordinalsOf(words, 32 * at);
        kernel.result.fill(0xffffffff).set(words);
        expect(kernel.count(words.length)).toBe(wanted.length);
        kernel.list(words.length, 32 * at);
        expect([...kernel.ordinals.subarray(0, wanted.length)]).toEqual(wanted);
      }),
    );
  });

  it("adds ordinals to the union", () => {
    fc.assert(
      fc.property(block, block, fc.nat({ max: 1000 }), (words, others, at) => {
        const added = ordinalsOf(others, 32 * at);
        fc.pre(added.length > 0);
        kernel.union.fill(0).set(words);
        kernel.ordinals.set(added);
        kernel.uniteOrdinals(added.length, 32 * at);
        const union = new Set([...ordinalsOf(words, 32 * at), ...added]);
        expect(ordinalsOf([...kernel.union.subarray(0, 70)], 32 * at)).toEqual([...union].sort((a, b) => a - b));
      }),
    );
  });

  it("writes only to the union, even for out-of-range ordinals of a damaged list", () => {
    const unsigned = fc.integer({ min: 0, max: 0xffffffff });
    fc.assert(
      fc.property(fc.array(unsigned, { minLength: 1, maxLength: 50 }), unsigned, (ordinals, base) => {
        kernel.union.fill(0);
        for (const other of [kernel.result, kernel.incoming]) other.fill(0xa5a5a5a5);
        kernel.ordinals.fill(0xa5a5a5a5).set(ordinals);
        kernel.uniteOrdinals(ordinals.length, base);
        for (const other of [kernel.result, kernel.incoming, kernel.ordinals.subarray(ordinals.length)])
          expect(other.every((bits) => bits === 0xa5a5a5a5)).toBe(true);
        expect([...kernel.ordinals.subarray(0, ordinals.length)]).toEqual(ordinals);
      }),
    );
  });

  it("reads a full block to its last ordinal", () => {
    kernel.result.fill(0xffffffff);
    kernel.union.fill(0xffffffff);
    kernel.incoming.fill(0x80000000);
    kernel.keep(BLOCK_WORDS);
    expect(kernel.count(BLOCK_WORDS)).toBe(BLOCK_WORDS);
    kernel.list(BLOCK_WORDS, 0);
    expect(kernel.ordinals[BLOCK_ORDINALS - 1]).toBe(32 * BLOCK_WORDS - 1);
    kernel.removeUnion(BLOCK_WORDS);
    expect(kernel.count(BLOCK_WORDS)).toBe(0);
    expect(kernel.union.every((bits) => bits === 0xffffffff)).toBe(true);
  });
});
