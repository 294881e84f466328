import { expect, it } from "vitest";
import { type NumberedMeaning, withSynonyms } from "#build/synonyms/numbered-meaning.js";
import type { Synonyms } from "#build/synonyms/synonyms.js";
import { synonymEntries } from "#build/write/synonym-entries.js";

const synonyms: Synonyms = new Map([
  ["photos", { strong: ["pictures"], weak: ["cameras"], names: ["photo camera", "images"] }],
  ["photo", { strong: ["image", "photos"], weak: ["pictures"], names: [] }],
  ["take a picture", { strong: [], weak: ["camera"], names: ["photo camera"] }],
]);
const builtIn: NumberedMeaning = {
  words: ["cameras", "tripod"],
  phrases: ["images", "photo camera"],
  synonyms: { terms: ["stand"], numbers: Uint16Array.of(1, 1, 0, 0) },
  translations: { terms: ["foto"], numbers: Uint16Array.of(2, 1, 0) },
};
const meaning = withSynonyms(builtIn, synonyms);

/** What each term finds among some stems: terms, related terms, then the likeliest name and the others. */
function found(of: NumberedMeaning, terms: readonly string[], language?: string): Record<string, string[][]> {
  const entries = synonymEntries(of, language, new Map(terms.map((term, index) => [term, index])));
  const phrases = entries.map(({ key }) => key);
  return Object.fromEntries(
    entries
      .filter(({ key }) => !key.startsWith(" "))
      .map(({ key, slots }) => [
        key,
        slots.map((slot, at) => Array.from(slot, (number) => (at < 2 ? terms : phrases)[number]!)),
      ]),
  );
}

it("has the terms of a dataset, joins phrases with the same stems, and leaves out words that are the term itself", () => {
  expect(found(meaning, ["camera", "imag", "photo", "pictur", "tripod"])).toEqual({
    foto: [[], [], [], [], [" photo camera"], [" images"]],
    photo: [["imag", "pictur"], ["camera"], [" photo camera"], [" images"], [], []],
    "take a pictur": [[], ["camera"], [" photo camera"], [], [], []],
  });
  expect(found(meaning, ["imag"])).toEqual({
    foto: [[], [], [], [], [" images"], []],
    photo: [["imag"], [], [" images"], [], [], []],
  });
  expect(found(meaning, ["camera"])).toEqual({
    photo: [[], ["camera"], [], [], [], []],
    "take a pictur": [[], ["camera"], [], [], [], []],
  });
  expect(found(meaning, ["photo"])).toEqual({});
});

it("stems words as the language does", () => {
  expect(found(meaning, ["photos", "pictures"], "ja")).toEqual({
    photo: [["photos"], ["pictures"], [], [], [], []],
    photos: [["pictures"], [], [], [], [], []],
  });
});

it("replaces all synonyms but no translation", () => {
  expect(found(builtIn, ["imag", "tripod"])).toEqual({
    foto: [[], [], [], [], [" images"], []],
    stand: [["tripod"], [], [], [], [], []],
  });
  expect(found(withSynonyms(builtIn, new Map()), ["imag", "tripod"])).toEqual({
    foto: [[], [], [], [], [" images"], []],
  });
});
