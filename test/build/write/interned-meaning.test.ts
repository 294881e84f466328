import { expect, it } from "vitest";
import type { Meaning, Synonyms } from "#build/synonyms/synonyms.js";
import { internedMeaning } from "#build/write/interned-meaning.js";
import { synonymEntries } from "#build/write/synonym-entries.js";

const synonyms: Synonyms = new Map([
  ["photos", { strong: ["pictures"], weak: ["cameras"], names: ["photo camera", "images"] }],
  ["photo", { strong: ["image", "photos"], weak: ["pictures"], names: [] }],
  ["take a picture", { strong: [], weak: ["camera"], names: ["photo camera"] }],
]);
const meaning: Meaning = {
  language: undefined,
  synonyms,
  translations: new Map([["foto", ["photo camera", "images"]]]),
};

/** What each term finds among some stems: terms, related terms, then the likeliest name and the others. */
function found(of: Meaning, terms: readonly string[]): Record<string, string[][]> {
  const entries = synonymEntries(internedMeaning(of), new Map(terms.map((term, index) => [term, index])));
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
  expect(found(meaning, ["camera", "imag", "photo", "pictur"])).toEqual({
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

it("is shared by builds with the same synonyms, translations and language", () => {
  const english = internedMeaning(meaning);
  expect(internedMeaning({ ...meaning })).toBe(english);
  expect(internedMeaning({ ...meaning, language: "ja" }).stems).toContain("pictures");
  expect(internedMeaning({ ...meaning, translations: new Map() }).terms).toHaveLength(synonyms.size);
  expect(internedMeaning(meaning)).toEqual({ ...english, keyOf: expect.any(Function) });
});
