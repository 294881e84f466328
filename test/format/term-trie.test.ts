import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeContainer, joinPieces } from "#src/format/container.js";
import { FormatError } from "#src/format/format-error.js";
import { createTermTrieBuilder, decodeTermTrie } from "#src/format/term-trie.js";
import { copyOf } from "./tables.js";
import { beginningsOf, trieOf } from "./terms.js";

const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "日", "\uffee", "😀"), minLength: 1, maxLength: 5 });

describe("term trie", () => {
  it("returns for each term where its extensions end, and its last character", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const terms = beginningsOf(words);
        const trie = trieOf(terms);
        expect(trie.size).toBe(terms.length);
        for (const [index, term] of terms.entries()) {
          const end = terms.findLastIndex((other) => other.startsWith(term)) + 1;
          expect(trie.ends[index]).toBe(end);
          expect(String.fromCodePoint(trie.letters[index]!)).toBe([...term].at(-1));
        }
      }),
    );
  });

  it("builds a term trie beyond its initial memory", () => {
    const words = Array.from({ length: 3000 }, (_, n) => n.toString(36).padStart(4, "x"));
    const trie = trieOf(beginningsOf(words));
    expect(trie.size).toBeGreaterThan(3000);
    expect(trie.ends[0]).toBeGreaterThan(0);
    expect(trie.ends.every((end, index) => end > index)).toBe(true);
  });

  it("refuses to add a term whose prefixes are missing or come later", () => {
    for (const terms of [["ab"], ["a", "abc"], ["b", "ab"], ["é", "éa", "è", "ab"]]) {
      const builder = createTermTrieBuilder();
      expect(() => {
        for (const term of terms) builder.add(Buffer.from(term));
      }).toThrow(RangeError);
    }
  });

  it("rejects a damaged trie and accepts an empty one", () => {
    const one = new Uint32Array(1);
    expect(() => decodeTermTrie(encodeContainer("TRIE", 0, [one]), "x.bin")).toThrow(FormatError);
    expect(() => decodeTermTrie(encodeContainer("TRIE", 0, [one, new Uint32Array(2)]), "x.bin")).toThrow(FormatError);
    expect(() => decodeTermTrie(encodeContainer("DICT", 1, [one, one]), "x.bin")).toThrow(FormatError);
    const empty = copyOf(joinPieces(createTermTrieBuilder().encode()));
    expect(decodeTermTrie(empty, "x.bin").size).toBe(0);
  });
});
