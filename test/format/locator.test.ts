import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeContainer } from "#src/format/container.js";
import { FormatError } from "#src/format/format-error.js";
import { decodeLocator, encodeLocator, type Locator, NO_SPLICE, type Place } from "#src/format/locator.js";
import { randomRuns } from "../support/random-runs.js";
import { altered, copyOf, expectNoCrash, withU32 } from "./tables.js";

const decode = (bytes: Uint8Array): Locator => decodeLocator(copyOf(bytes), "cards.bin");
const places = (locator: Locator): Place[] => Array.from({ length: locator.count }, (_, at) => locator.place(at));

/** Sizes of the items of each shard. */
const shards = fc.array(fc.array(fc.nat(1000), { minLength: 1, maxLength: 10 }), { maxLength: 8 });

/** Two shards: items of 10 and 5 bytes, then of 7, 0 and 3. */
const good = encodeLocator([0, 2], Uint32Array.of(10, 15, 7, 7, 10), Uint16Array.of(1, 2, 3, NO_SPLICE, 5));

describe("locator format", () => {
  it("places every item after the previous one in its shard", () => {
    fc.assert(
      fc.property(shards, (sizes) => {
        const expected = sizes.flatMap((items, shard) => {
          let end = 0;
          return items.map((size) => {
            const start = end;
            end += size;
            return { shard, start, end };
          });
        });
        const firsts = sizes.map((_, shard) => sizes.slice(0, shard).flat().length);
        const locator = decode(
          encodeLocator(
            firsts,
            Uint32Array.from(expected, ({ end }) => end),
          ),
        );
        expect(locator.count).toBe(expected.length);
        expect(locator.shards).toBe(sizes.length);
        expect(places(locator)).toEqual(expected);
      }),
    );
  });

  it("returns the splice of each item, or none if no splices are stored", () => {
    expect([0, 1, 2, 3, 4].map((ordinal) => decode(good).splice(ordinal))).toEqual([1, 2, 3, NO_SPLICE, 5]);
    expect(decode(encodeLocator([0], Uint32Array.of(4))).splice(0)).toBe(NO_SPLICE);
  });

  it("rejects an ordinal that a locator does not have", () => {
    for (const ordinal of [-1, 5, 2 ** 32]) expect(() => decode(good).place(ordinal)).toThrow(FormatError);
  });
});

describe("damaged locators", () => {
  it.each<[string, ArrayBufferView[]]>([
    ["no sections", []],
    ["an empty list of shards", [new Uint32Array(0), new Uint32Array(0)]],
    ["another number of items than its shards say", [Uint32Array.of(0, 3), new Uint32Array(2)]],
    ["too few splices", [Uint32Array.of(0, 2), new Uint32Array(3)]],
    ["half a splice", [Uint32Array.of(0, 1), new Uint8Array(6)]],
  ])("rejects a locator that has %s", (_, sections) => {
    expect(() => decode(encodeContainer("LOCR", 0, sections))).toThrow(FormatError);
  });

  it("rejects an item that ends before it starts", () => {
    expect(() => decode(withU32(good, 1, 0, 16)).place(1)).toThrow(FormatError);
  });

  it("rejects a locator with items that belong to no shard", () => {
    const headless = encodeLocator([1], Uint32Array.of(10, 20));
    const shardless = encodeContainer("LOCR", 0, [Uint32Array.of(2), Uint32Array.of(10, 20)]);
    expect(() => places(decode(headless))).toThrow(FormatError);
    expect(() => places(decode(shardless))).toThrow(FormatError);
  });

  it("returns only ranges within a shard from a locator with changed bytes, or rejects it", () => {
    const change = fc.tuple(fc.integer({ min: 16, max: good.length - 1 }), fc.constantFrom(0, 1, 8, 16, 128, 255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = altered(good, (copy) => {
          for (const [at, byte] of changes) copy[at] = byte;
        });
        expectNoCrash(() => {
          for (const { shard, start, end } of places(decode(bytes))) {
            expect([shard, start, end].every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
            expect(start).toBeLessThanOrEqual(end);
          }
        });
      }),
      randomRuns(1000),
    );
  });
});
