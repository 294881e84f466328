import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeContainer } from "#src/format/container.js";
import { FormatError } from "#src/format/format-error.js";
import { decodeHashTable, type HashTable } from "#src/format/hash-table.js";
import { encodeHashTable } from "../support/encode-tables.js";
import { randomRuns } from "../support/random-runs.js";
import { altered, copyOf, expectNoCrash, sectionAt } from "./tables.js";

const decode = (bytes: Uint8Array): HashTable => decodeHashTable(copyOf(bytes), "hashes.bin");

describe("hash table", () => {
  it("returns the hash of each icon, and undefined for icons without one", () => {
    const hashes = fc.array(fc.option(fc.bigInt(0n, 2n ** 64n - 1n), { nil: undefined }), { maxLength: 100 });
    fc.assert(
      fc.property(hashes, (list) => {
        const table = decode(encodeHashTable(list));
        expect(table.count).toBe(list.length);
        expect(list.map((_, ordinal) => table.get(ordinal))).toEqual(list);
        expect(list.map((_, ordinal) => table.has(ordinal))).toEqual(list.map((hash) => hash !== undefined));
      }),
    );
  });

  it("stores the uncertain bits of each icon, low word first, across the blocks of a builder", () => {
    const hash = fc.bigInt(0n, 2n ** 64n - 1n);
    fc.assert(
      fc.property(fc.array(hash, { minLength: 1, maxLength: 100 }), fc.constantFrom(0, 65_500), (list, before) => {
        const hashes = Array.from({ length: before + list.length }, (_, at) => (at < before ? undefined : 1n));
        const uncertain = [...Array.from({ length: before }, () => 0n), ...list];
        const table = decode(encodeHashTable(hashes, uncertain));
        const words = list.flatMap((bits) => [Number(bits & 0xffffffffn), Number(bits >> 32n)]);
        expect([...table.uncertain.subarray(2 * before)]).toEqual(words);
      }),
      randomRuns(20),
    );
  });

  it("distinguishes a hash of zero from a missing hash", () => {
    const table = decode(encodeHashTable([0n, undefined]));
    expect([table.get(0), table.get(1)]).toEqual([0n, undefined]);
  });

  it("stores each hash with its low word first", () => {
    expect([...decode(encodeHashTable([0x0123456789abcdefn])).words]).toEqual([0x89abcdef, 0x01234567]);
  });

  it("returns undefined beyond the last ordinal", () => {
    const table = decode(encodeHashTable(Array.from({ length: 40 }, () => 1n)));
    expect([-1, 40, 63, 64, 2 ** 31].map((ordinal) => table.get(ordinal))).toEqual(Array(5).fill(undefined));
  });

  it("returns undefined beyond the last ordinal even if a presence bit is set there", () => {
    const good = encodeHashTable([1n]);
    const table = decode(altered(good, (copy) => copy.writeUInt32LE(0xffffffff, sectionAt(good, 1).offset)));
    expect(table.get(0)).toBe(1n);
    expect(table.get(1)).toBeUndefined();
  });

  it.each<[string, ArrayBufferView[]]>([
    ["half a hash", [new Uint32Array(3), new Uint32Array(1), new Uint32Array(3)]],
    ["too few presence words", [new BigUint64Array(33), new Uint32Array(1), new BigUint64Array(33)]],
    ["too many presence words", [new BigUint64Array(32), new Uint32Array(2), new BigUint64Array(32)]],
    ["no presence section", [new BigUint64Array(1)]],
    ["no section at all", []],
    ["presence bits that are not whole words", [new BigUint64Array(1), new Uint8Array(3), new BigUint64Array(1)]],
    ["no uncertain bits", [new BigUint64Array(1), new Uint32Array(1)]],
    ["too few uncertain bits", [new BigUint64Array(2), new Uint32Array(1), new BigUint64Array(1)]],
    ["uncertain bits that are not whole words", [new BigUint64Array(1), new Uint32Array(1), new Uint8Array(7)]],
  ])("rejects a hash table that has %s", (_, sections) => {
    expect(() => decode(encodeContainer("HASH", 0, sections))).toThrow(FormatError);
  });

  it("reads or rejects a hash table with changed bytes without a crash", () => {
    const good = encodeHashTable([5n, undefined, 7n, 2n ** 64n - 1n]);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, length) => {
        const bytes = altered(good, (copy) => copy.writeUInt8(byte, at)).subarray(0, length);
        expectNoCrash(() => {
          const table = decode(bytes);
          for (let ordinal = 0; ordinal < table.count; ordinal++) table.get(ordinal);
        });
      }),
      randomRuns(1000),
    );
  });
});
