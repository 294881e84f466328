import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeContainer } from "#src/format/container.js";
import { type Dictionary, decodeDictionary } from "#src/format/dictionary.js";
import { createDictionaryEncoder, SECTIONS } from "#src/format/dictionary-encoder.js";
import { FormatError } from "#src/format/format-error.js";
import { ordinalsOf } from "#src/format/posting-list.js";
import { encodeDictionary } from "../support/encode-tables.js";
import { copyOf } from "./tables.js";

const utf8 = (text: string): Buffer => Buffer.from(text);
/** More than the highest ordinal used below, but small, so that longer lists become bitsets. */
const UNIVERSE = 301;
const decode = (bytes: Uint8Array): Dictionary => decodeDictionary(copyOf(bytes), "x.bin", UNIVERSE);
const list = (...ordinals: number[]): Uint32Array[] => [Uint32Array.from(ordinals)];

/** Short keys of few characters, so that they collide, contain each other, and take one to four bytes per character. */
const key = fc.string({ unit: fc.constantFrom("a", "b", "\u0000", "é", "日", "\uffee", "😀"), maxLength: 5 });
const postings = fc.uniqueArray(fc.nat(300), { maxLength: 24 }).map((ordinals) => ordinals.sort((a, b) => a - b));

interface Model {
  readonly slots: number;
  /** Sorted by UTF-8 bytes. */
  readonly keys: readonly string[];
  readonly lists: ReadonlyMap<string, readonly number[][]>;
  readonly dictionary: Dictionary;
}

const model: fc.Arbitrary<Model> = fc
  .integer({ min: 1, max: 3 })
  .chain((slots) =>
    fc.tuple(
      fc.constant(slots),
      fc.dictionary(key, fc.array(postings, { minLength: slots, maxLength: slots }), { noNullPrototype: true }),
    ),
  )
  .map(([slots, content]) => {
    const lists = new Map(Object.entries(content));
    const keys = [...lists.keys()].sort((a, b) => Buffer.compare(utf8(a), utf8(b)));
    const bytes = encodeDictionary(
      keys.map((name) => ({ key: utf8(name), slots: lists.get(name)!.map((slot) => Uint32Array.from(slot)) })),
      slots,
      UNIVERSE,
    );
    return { slots, keys, lists, dictionary: decode(bytes) };
  });

describe("dictionary format", () => {
  it("finds every stored key and no other", () => {
    fc.assert(
      fc.property(model, fc.array(key), ({ keys, dictionary }, others) => {
        expect(dictionary.size).toBe(keys.length);
        for (const asked of [...keys, ...others]) expect(dictionary.find(utf8(asked))).toBe(keys.indexOf(asked));
        expect(keys.map((_, index) => dictionary.key(index))).toEqual(keys);
      }),
    );
  });

  it("finds every key that begins with a prefix, and no other", () => {
    fc.assert(
      fc.property(model, fc.array(key), ({ keys, dictionary }, prefixes) => {
        for (const prefix of [...prefixes, ...keys, ""]) {
          const [from, to] = dictionary.prefixRange(utf8(prefix));
          expect(keys.slice(from, to)).toEqual(keys.filter((name) => name.startsWith(prefix)));
          expect(from).toBeLessThanOrEqual(to);
        }
      }),
    );
  });

  it("accepts a prefix that ends inside a character", () => {
    const names = ["é", "è", "日"].sort((a, b) => Buffer.compare(utf8(a), utf8(b)));
    const entries = names.map((name) => ({ key: utf8(name), slots: list(1) }));
    const dictionary = decode(encodeDictionary(entries, 1, UNIVERSE));
    expect(dictionary.prefixRange(Buffer.of(0xc3))).toEqual([0, 2]);
  });

  it("returns the postings of each key and slot, and the union over a range of keys", () => {
    fc.assert(
      fc.property(model, fc.nat(30), fc.nat(30), ({ keys, lists, slots, dictionary }, a, b) => {
        for (const [index, name] of keys.entries()) {
          for (let slot = 0; slot < slots; slot++) {
            const postings = dictionary.postings(index, slot);
            expect([...ordinalsOf(postings)]).toEqual(lists.get(name)![slot]);
            expect(postings.count).toBe(lists.get(name)![slot]!.length);
          }
        }
        const [from, to] = [Math.min(a, keys.length), Math.min(b, keys.length)];
        const together = new Set(keys.slice(from, to).flatMap((name) => lists.get(name)![0]!));
        const union = dictionary.union(from, to);
        expect([...ordinalsOf(union)]).toEqual([...together].sort((x, y) => x - y));
        expect(union.count).toBe(together.size);
      }),
    );
  });

  it("keeps the label of each key as it was spelled", () => {
    const entries = ["blue", "grün", "日本"].map((name) => ({ key: utf8(name), slots: list(0), label: `«${name}»` }));
    const dictionary = decode(encodeDictionary(entries, 1, UNIVERSE));
    expect([0, 1, 2].map((index) => dictionary.label(index))).toEqual(["«blue»", "«grün»", "«日本»"]);
  });

  it.each([
    ["keys out of order", ["b", "a"], [1]],
    ["a key twice", ["a", "a"], [1]],
    ["keys in UTF-16 order instead of byte order", ["😀", "\uffee"], [1]],
    ["postings out of order", ["a"], [2, 1]],
    ["a posting twice", ["a"], [1, 1]],
    ["an ordinal that no record has", ["a"], [301]],
  ])("refuses to encode a dictionary with %s", (_, keys, ordinals) => {
    const entries = keys.map((name) => ({ key: utf8(name), slots: list(...ordinals) }));
    expect(() => encodeDictionary(entries, 1, UNIVERSE)).toThrow(RangeError);
  });

  it("reads postings from separate shards", () => {
    const shards: Uint8Array[] = [];
    const sections: Uint8Array[][] = Object.keys(SECTIONS).map(() => []);
    const encoder = createDictionaryEncoder(1, UNIVERSE, {
      append: (section, bytes) => sections[section]!.push(bytes),
      nextShard: () => shards.push(new Uint8Array(0)),
    });
    for (const key of ["a", "b", "c"]) encoder.add({ key: utf8(key), slots: list(key.charCodeAt(0), 200) });
    encoder.finish();
    expect(shards).toHaveLength(1);
    const postings = copyOf(Buffer.concat(sections[SECTIONS.postings]!));
    sections[SECTIONS.postings] = [];
    // The writer starts a new shard after one GiB; this inserts a second start.
    sections[SECTIONS.shardStarts] = [new Uint8Array(Uint32Array.of(0, 4).buffer)];
    const bytes = encodeContainer(
      "DICT",
      1,
      sections.map((pieces) => Buffer.concat(pieces)),
    );
    const halves = [postings.slice(0, 16), postings.slice(16)];
    const dictionary = decodeDictionary(copyOf(bytes), "x.bin", UNIVERSE, (shard) => halves[shard]!);
    expect(dictionary.shards).toBe(2);
    expect([0, 1, 2].map((index) => [...ordinalsOf(dictionary.postings(index))])).toEqual([
      [97, 200],
      [98, 200],
      [99, 200],
    ]);
    expect([...ordinalsOf(dictionary.union(0, 3))]).toEqual([97, 98, 99, 200]);
    expect(() => decodeDictionary(copyOf(bytes), "x.bin", UNIVERSE)).toThrow(FormatError);
  });
});
