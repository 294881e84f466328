import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeContainer } from "#src/format/container.js";
import { FormatError } from "#src/format/format-error.js";
import { BUCKETS, INDEXED_FROM } from "#src/format/hash-index.js";
import { decodeHashTable } from "#src/format/hash-table.js";
import { createHashes, nearestTo } from "../catalog/similar/hash-tables.js";
import { encodeHashTable } from "../support/encode-tables.js";
import { randomRuns } from "../support/random-runs.js";
import { altered, copyOf, expectNoCrash, sectionAt, withU32 } from "./tables.js";

const STARTS = 3;
const ORDINALS = 5;

const next = createHashes(1);
const hashes = [...Array.from({ length: INDEXED_FROM }, next), undefined];
const good = encodeHashTable(hashes);
const asked = hashes[0] as bigint;
const bucket = Number(asked & 0xffffn);

const ask = (bytes: Uint8Array, most = 4) => nearestTo(decodeHashTable(copyOf(bytes), "h.bin"), asked, 10, most);
const wordAt = (index: number, position: number): number =>
  copyOf(good).readUInt32LE(sectionAt(good, index).offset + 4 * position);

describe("damaged hash indexes", () => {
  it("finds a hash through the undamaged index that the other tests alter", () => {
    expect(ask(good)[0]).toEqual({ ordinal: 0, distance: 0 });
  });

  it.each<[string, ArrayBufferView[]]>([
    ["too few starts", [new Uint32Array(BUCKETS), new Uint16Array(0), new Uint32Array(0)]],
    ["more ordinals than rests", [new Uint32Array(BUCKETS + 1), new Uint16Array(3), new Uint32Array(2)]],
    ["starts that are not whole numbers", [new Uint8Array(BUCKETS * 4 + 5), new Uint16Array(0), new Uint32Array(0)]],
    ["rests that are not whole numbers", [new Uint32Array(BUCKETS + 1), new Uint8Array(7), new Uint32Array(1)]],
    ["a missing section", [new Uint32Array(BUCKETS + 1), new Uint16Array(0)]],
  ])("rejects an index at opening if a chunk has %s", (_, chunk) => {
    const whole = [new Uint32Array(BUCKETS + 1), new Uint16Array(0), new Uint32Array(0)];
    const table = [new BigUint64Array(1), new Uint32Array(1), new BigUint64Array(1), ...whole, ...whole, ...whole];
    expect(() => decodeHashTable(copyOf(encodeContainer("HASH", 0, [...table, ...whole])), "h.bin")).not.toThrow();
    expect(() => decodeHashTable(copyOf(encodeContainer("HASH", 0, [...table, ...chunk])), "h.bin")).toThrow(
      FormatError,
    );
  });

  it("rejects a bucket that ends outside the index or before it starts", () => {
    for (const end of [2 ** 32 - 1, 2 ** 31, INDEXED_FROM + 1]) {
      expect(() => ask(withU32(good, STARTS, bucket + 1, end))).toThrow(FormatError);
    }
    expect(() => ask(withU32(good, STARTS, bucket, wordAt(STARTS, bucket + 1) + 1))).toThrow(FormatError);
  });

  it("rejects an ordinal that is outside the table or has no hash", () => {
    const start = wordAt(STARTS, bucket);
    for (const ordinal of [INDEXED_FROM, INDEXED_FROM + 1, 2 ** 31, 2 ** 32 - 1]) {
      expect(() => ask(withU32(good, ORDINALS, start, ordinal))).toThrow(FormatError);
    }
  });

  it("reads or rejects an index with changed numbers without a crash", () => {
    const sections = Array.from({ length: 12 }, (_, at) => sectionAt(good, STARTS + at));
    const change = fc.tuple(fc.constantFrom(...sections), fc.nat(), fc.constantFrom(0, 1, 127, 128, 255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 2000 }), fc.nat(64), (changes, most) => {
        const bytes = altered(good, (copy) => {
          for (const [{ offset, length }, at, byte] of changes) copy[offset + (at % length)] = byte;
        });
        expectNoCrash(() => ask(bytes, most));
      }),
      randomRuns(100),
    );
  });
});
