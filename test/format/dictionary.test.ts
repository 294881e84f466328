import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dictionary, decodeDictionary, encodeDictionary } from "#src/format/dictionary.js";
import { copyOf } from "./tables.js";

const utf8 = (text: string): Buffer => Buffer.from(text);

/** Short keys of few characters, so that they collide, contain each other, and take one to four bytes a character. */
const key = fc.string({ unit: fc.constantFrom("a", "b", "\u0000", "é", "日", "\uffee", "😀"), maxLength: 5 });
const postings = fc.uniqueArray(fc.nat(300), { maxLength: 12 }).map((list) => list.sort((a, b) => a - b));

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
      keys.map((name) => ({ key: utf8(name), slots: lists.get(name)! })),
      slots,
    );
    return { slots, keys, lists, dictionary: decodeDictionary(copyOf(bytes), "x.bin") };
  });

describe("a dictionary", () => {
  it("finds exactly the keys that it holds", () => {
    fc.assert(
      fc.property(model, fc.array(key), ({ keys, dictionary }, others) => {
        expect(dictionary.size).toBe(keys.length);
        for (const asked of [...keys, ...others]) expect(dictionary.find(utf8(asked))).toBe(keys.indexOf(asked));
        expect(keys.map((_, index) => dictionary.key(index))).toEqual(keys);
      }),
    );
  });

  it("finds exactly the keys that begin with a prefix", () => {
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

  it("takes a prefix that ends inside a character", () => {
    const names = ["é", "è", "日"].sort((a, b) => Buffer.compare(utf8(a), utf8(b)));
    const entries = names.map((name) => ({ key: utf8(name), slots: [[1]] }));
    const dictionary = decodeDictionary(copyOf(encodeDictionary(entries)), "x.bin");
    expect(dictionary.prefixRange(Buffer.of(0xc3))).toEqual([0, 2]);
  });

  it("gives the postings of each key and slot, and of a range of keys", () => {
    fc.assert(
      fc.property(model, fc.nat(30), fc.nat(30), ({ keys, lists, slots, dictionary }, a, b) => {
        for (const [index, name] of keys.entries()) {
          for (let slot = 0; slot < slots; slot++) {
            expect([...dictionary.postings(index, slot)]).toEqual(lists.get(name)![slot]);
          }
        }
        const [from, to] = [Math.min(a, keys.length), Math.min(b, keys.length)];
        expect([...dictionary.postingsOfRange(from, to)]).toEqual(
          keys.slice(from, to).flatMap((name) => lists.get(name)!.flat()),
        );
      }),
    );
  });

  it("keeps the label of each key as it was spelled", () => {
    const entries = ["blue", "grün", "日本"].map((name) => ({ key: utf8(name), slots: [[0]], label: `«${name}»` }));
    const dictionary = decodeDictionary(copyOf(encodeDictionary(entries)), "x.bin");
    expect([0, 1, 2].map((index) => dictionary.label(index))).toEqual(["«blue»", "«grün»", "«日本»"]);
  });

  it.each([
    ["keys out of order", ["b", "a"], [1]],
    ["a key twice", ["a", "a"], [1]],
    ["keys in UTF-16 order instead of byte order", ["😀", "\uffee"], [1]],
    ["postings out of order", ["a"], [2, 1]],
    ["a posting twice", ["a"], [1, 1]],
  ])("is not written with %s", (_, keys, list) => {
    expect(() => encodeDictionary(keys.map((name) => ({ key: utf8(name), slots: [list] })))).toThrow(RangeError);
  });
});
