import { describe, expect, it } from "vitest";
import { BUCKETS, CHUNKS, INDEXED_FROM } from "#src/format/hash-index.js";
import { decodeHashTable } from "#src/format/hash-table.js";
import { createHashes } from "../catalog/similar/hash-tables.js";
import { encodeHashTable } from "../support/encode-tables.js";
import { copyOf } from "./tables.js";

const chunkOf = (hash: bigint, chunk: number): number => Number((hash >> BigInt(16 * chunk)) & 0xffffn);

/** Vitest's own comparison takes seconds for arrays of this size. */
const sameNumbers = (found: Uint32Array | Uint16Array, expected: ArrayLike<number>): boolean =>
  found.length === expected.length && found.every((number, at) => number === expected[at]);

describe("hash index", () => {
  // More than a builder's block, with chunks that fall into few buckets.
  it.each([INDEXED_FROM, 150_000])("stores every hash of %i in the bucket of each chunk, sorted by ordinal", (size) => {
    const next = createHashes(size);
    const hashes = Array.from({ length: size + size / 4 }, (_, at) =>
      at % 5 === 3 ? undefined : next() & 0x3f3fffff_80010f0fn,
    );
    const { index } = decodeHashTable(copyOf(encodeHashTable(hashes)), "hashes.bin");
    for (let chunk = 0; chunk < CHUNKS; chunk++) {
      const { starts, rests, ordinals } = index![chunk]!;
      const expected = hashes
        .flatMap((hash, ordinal) => (hash === undefined ? [] : [{ hash, ordinal, value: chunkOf(hash, chunk) }]))
        .sort((a, b) => a.value - b.value || a.ordinal - b.ordinal);
      const others = [0, 1, 2, 3].filter((other) => other !== chunk);
      const ends = new Uint32Array(BUCKETS + 1);
      for (const [at, { value }] of expected.entries()) ends[value + 1] = at + 1;
      for (let value = 0; value < BUCKETS; value++) ends[value + 1] = Math.max(ends[value]!, ends[value + 1]!);
      expect(
        sameNumbers(
          ordinals,
          expected.map(({ ordinal }) => ordinal),
        ),
      ).toBe(true);
      expect(
        sameNumbers(
          rests,
          expected.flatMap(({ hash }) => others.map((at) => chunkOf(hash, at))),
        ),
      ).toBe(true);
      expect(sameNumbers(starts, ends)).toBe(true);
    }
  });

  it("writes a hash index from the documented number of hashes on, not counting icons without a hash", () => {
    const hashes = Array.from({ length: INDEXED_FROM }, (_, at) => BigInt(at));
    const open = (list: readonly (bigint | undefined)[]) =>
      decodeHashTable(copyOf(encodeHashTable(list)), "hashes.bin");
    expect(open(hashes).index).toHaveLength(CHUNKS);
    expect(open([...hashes.slice(1), undefined]).index).toBeUndefined();
  });
});
