import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeContainer } from "#src/format/container.js";
import { type Dictionary, decodeDictionary } from "#src/format/dictionary.js";
import { FormatError } from "#src/format/format-error.js";
import { encodeDictionary } from "../support/encode-tables.js";
import { randomRuns } from "../support/random-runs.js";
import { altered, copyOf, expectNoCrash, withU32 } from "./tables.js";

const utf8 = (text: string): Buffer => Buffer.from(text);
const UNIVERSE = 100;
const entries = ["blue", "green", "red"].map((name, at) => ({
  key: utf8(name),
  slots: [Uint32Array.of(at, at + 5), Uint32Array.of(at + 9)],
  label: name.toUpperCase(),
}));
const good = encodeDictionary(entries, 2, UNIVERSE);
const KEY_ENDS = 0;
const STARTS = 2;
const LABEL_ENDS = 4;

const decode = (bytes: Uint8Array): Dictionary => decodeDictionary(copyOf(bytes), "x.bin", UNIVERSE);

/** Calls every method of a dictionary. */
function readAll(dictionary: Dictionary): void {
  for (const name of ["", "blue", "g", "redder", "zzz"]) {
    expectNoCrash(() => dictionary.find(utf8(name)));
    expectNoCrash(() => dictionary.union(...dictionary.prefixRange(utf8(name))));
  }
  for (let index = 0; index < dictionary.size; index++) {
    expectNoCrash(() => dictionary.key(index));
    expectNoCrash(() => dictionary.label(index));
    for (let slot = 0; slot < Math.min(dictionary.slots, 9); slot++) {
      expectNoCrash(() => dictionary.postings(index, slot));
    }
  }
}

describe("damaged dictionaries", () => {
  it.each<[string, Uint8Array]>([
    ["no slots", altered(good, (copy) => copy.writeUInt32LE(0, 20))],
    ["more slots than posting lists", altered(good, (copy) => copy.writeUInt32LE(3, 20))],
    ["a missing section", encodeContainer("DICT", 1, [new Uint32Array(1), utf8("a"), new Uint32Array(1)])],
    ["key ends that are not whole numbers", encodeContainer("DICT", 1, [utf8("abc"), utf8("a"), utf8(""), utf8("")])],
    [
      "a different number of posting ends than keys",
      encodeContainer("DICT", 1, [new Uint32Array(2), utf8("a"), new Uint32Array(1), new Uint32Array(1)]),
    ],
  ])("rejects a dictionary at opening if it has %s", (_, bytes) => {
    expect(() => decode(bytes)).toThrow(FormatError);
  });

  it("rejects a key, posting list or label whose end lies outside its section", () => {
    for (const end of [2 ** 32 - 1, 2 ** 31, 100]) {
      expect(() => decode(withU32(good, KEY_ENDS, 2, end)).key(2)).toThrow(FormatError);
      expect(() => decode(withU32(good, KEY_ENDS, 1, end)).find(utf8("green"))).toThrow(FormatError);
      expect(() => decode(withU32(good, KEY_ENDS, 1, end)).prefixRange(utf8("g"))).toThrow(FormatError);
      expect(() => decode(withU32(good, STARTS, 6, end)).postings(2, 1)).toThrow(FormatError);
      expect(() => decode(withU32(good, STARTS, 5, end)).union(0, 3)).toThrow(FormatError);
      expect(() => decode(withU32(good, LABEL_ENDS, 0, end)).label(0)).toThrow(FormatError);
    }
  });

  it("rejects end offsets that decrease", () => {
    expect(() => decode(withU32(good, KEY_ENDS, 0, 10)).key(1)).toThrow(FormatError);
    expect(() => decode(withU32(good, STARTS, 1, 9)).postings(0, 1)).toThrow(FormatError);
  });

  it("rejects an index out of range, and labels in a dictionary without labels", () => {
    const unlabelled = encodeDictionary([{ key: utf8("a"), slots: [Uint32Array.of(1)] }], 1, UNIVERSE);
    expect(() => decode(unlabelled).label(0)).toThrow(FormatError);
    for (const index of [3, -1]) {
      expect(() => decode(good).key(index)).toThrow(FormatError);
      expect(() => decode(good).postings(index)).toThrow(FormatError);
    }
  });

  it("reads or rejects a dictionary with changed bytes without a crash", () => {
    const change = fc.tuple(fc.integer({ min: 16, max: good.length - 1 }), fc.constantFrom(0, 1, 8, 127, 128, 255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = altered(good, (copy) => {
          for (const [at, byte] of changes) copy[at] = byte;
        });
        expectNoCrash(() => readAll(decode(bytes)));
      }),
      randomRuns(1000),
    );
  });
});
