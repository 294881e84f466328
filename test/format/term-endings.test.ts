import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dictionary, decodeDictionary } from "#src/format/dictionary.js";
import { FormatError } from "#src/format/format-error.js";
import { decodeTermEndings, encodeTermEndings } from "#src/format/term-endings.js";
import { createTermTrieBuilder } from "#src/format/term-trie.js";
import { encodeDictionary } from "../support/encode-tables.js";

const FILE = "term-endings.bin";

/** All prefixes of words, sorted by bytes. */
function prefixesOf(words: readonly string[]): string[] {
  const prefixes = words.flatMap((word) => [...word].map((_, at) => [...word].slice(0, at + 1).join("")));
  return [...new Set(prefixes)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function build(words: readonly string[]): { terms: Dictionary; keys: string[]; table: Uint8Array } {
  const keys = prefixesOf(words);
  const trie = createTermTrieBuilder();
  for (const key of keys) trie.add(Buffer.from(key));
  const entries = keys.map((key) => ({ key: Buffer.from(key), slots: [Uint32Array.of(0)] }));
  const terms = decodeDictionary(encodeDictionary(entries, 1, 1), "terms.bin", 1);
  return { terms, keys, table: encodeTermEndings(trie.trie()) };
}

const words = fc.array(fc.string({ unit: fc.constantFrom(..."abcé微信😀"), minLength: 1, maxLength: 6 }), {
  maxLength: 30,
});

describe("term endings", () => {
  it("finds exactly the terms that end with a text", () => {
    fc.assert(
      fc.property(
        words,
        fc.string({ unit: fc.constantFrom(..."abé信😀"), minLength: 1, maxLength: 3 }),
        (all, ending) => {
          const { terms, keys, table } = build(all);
          const found = decodeTermEndings(table, FILE, terms).endingWith(ending);
          expect(Array.from(found, (index) => keys[index]).sort()).toEqual(
            keys.filter((key) => key.endsWith(ending)).sort(),
          );
        },
      ),
    );
  });

  it("rejects a table of another number of terms", () => {
    const { terms } = build(["ab"]);
    expect(() => decodeTermEndings(build(["abc"]).table, FILE, terms)).toThrow(FormatError);
  });

  it("rejects an index outside the terms when it is read", () => {
    const { terms, table } = build(["ab"]);
    new DataView(table.buffer, table.byteOffset).setUint32(table.length - 8, 99, true);
    expect(() => decodeTermEndings(table, FILE, terms).endingWith("b")).toThrow("lies outside the table");
  });
});
