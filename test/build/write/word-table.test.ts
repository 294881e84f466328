import fc from "fast-check";
import { expect, it } from "vitest";
import { createWordTable } from "#build/write/word-table.js";
import { words } from "#src/text/fold.js";

const ascii = fc.string({ unit: "binary-ascii", maxLength: 60 });
const recurring = fc
  .array(fc.constantFrom("Photo", "photo", "PHOTOS", "2048", "a", "-", "x.", "sixty-four"), { maxLength: 12 })
  .map((some) => some.join(" "));

it("reads the words that splitting the folded text finds, each under one number", () =>
  fc.assert(
    fc.property(fc.array(fc.oneof(ascii, recurring), { maxLength: 30 }), (texts) => {
      const table = createWordTable();
      for (const text of texts) {
        const count = table.read(text);
        expect(table.found.slice(0, count).map((number) => table.words[number])).toEqual(words(text));
      }
      expect(table.words).toEqual([...new Set(texts.flatMap(words))]);
    }),
  ));

it("finds words again after the table has grown", () => {
  const table = createWordTable();
  const all = Array.from({ length: 20_000 }, (_, number) => `word${number}`);
  for (const pass of ["new", "known"]) {
    for (const [number, word] of all.entries())
      expect([pass, table.read(word), table.found[0]]).toEqual([pass, 1, number]);
  }
  expect(table.words).toEqual(all);
});
