import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNLIMITED } from "#src/catalog/execution/work-budget.js";
import { nearTerms } from "#src/catalog/spelling/near-terms.js";
import { FormatError } from "#src/format/format-error.js";
import { beginningsOf, trieOf } from "../../format/terms.js";
import { randomRuns } from "../../support/random-runs.js";
import { editsBetween } from "./edits.js";

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "日", "😀"), minLength: 1, maxLength: 9 });

describe("near terms", () => {
  it("finds exactly the terms within the edit distance, compared with the full matrix", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), word, fc.integer({ min: 0, max: 3 }), (words, asked, most) => {
        const terms = beginningsOf(words);
        const expected = terms
          .map((term, index) => ({ index, distance: editsBetween(term, asked) }))
          .filter(({ distance }) => distance <= most);
        expect(nearTerms(trieOf(terms), asked, most, UNLIMITED)).toEqual(expected);
        const startsAlike = ({ index }: { index: number }): boolean => [...terms[index]!][0] === [...asked][0];
        expect(nearTerms(trieOf(terms), asked, most, UNLIMITED, true)).toEqual(expected.filter(startsAlike));
      }),
      randomRuns(1000),
    );
  });

  it("counts a swap of neighboring letters as one edit", () => {
    const terms = beginningsOf(["google"]);
    expect(nearTerms(trieOf(terms), "gogole", 1, UNLIMITED)).toEqual([{ index: 5, distance: 1 }]);
    expect(nearTerms(trieOf(terms), "oggole", 1, UNLIMITED)).toEqual([]);
  });

  it("finds terms to the end of a damaged trie, or rejects the trie", () => {
    const damage = fc.array(fc.tuple(fc.nat(60), fc.constantFrom(0, 1, 7, 2 ** 31, 2 ** 32 - 1)), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 5, maxLength: 20 }), word, damage, (words, asked, changes) => {
        const trie = trieOf(beginningsOf(words));
        const ends = Uint32Array.from(trie.ends);
        const letters = Uint32Array.from(trie.letters);
        for (const [at, value] of changes) {
          ends[at % trie.size] = value;
          letters[at % trie.size] = value;
        }
        try {
          nearTerms({ ...trie, ends, letters }, asked, 2, UNLIMITED);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
    );
  });
});
