import { expect, it } from "vitest";
import { UNLIMITED } from "#src/catalog/execution/work-budget.js";
import type { Generation } from "#src/catalog/generation/generation.js";
import { nearestWords } from "#src/catalog/spelling/respell.js";
import { beginningsOf, trieOf } from "../../format/terms.js";

it("compares a word with all of 160,000 similar ones", () => {
  const letters = Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  const similar = letters.flatMap((one) =>
    letters.flatMap((other) => [`a${one}${other}aa`, `a${one}a${other}a`, `aa${one}${other}a`, `aaa${one}${other}`]),
  );
  const terms = beginningsOf(similar);
  const dictionary = { key: (at: number) => terms[at]!, find: () => -1 };
  const generation = { termTrie: trieOf(terms), dictionary: () => dictionary } as unknown as Generation;
  expect(nearestWords(generation, "aaaaa", false, () => false, UNLIMITED)).toEqual([]);
});
