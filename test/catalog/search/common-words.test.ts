import { expect, it } from "vitest";
import { readCommonWords } from "#build/synonyms/common-words.js";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

const RECORDS = [
  icon("Abacus Outline", { description: undefined }),
  icon("Abacus", { id: "told", description: "Helps pupils." }),
  ...Array.from({ length: 300 }, (_, at) => icon(`Other ${at}`)),
];

const { catalog, found } = searchedRecords(RECORDS);
const germans = searchedRecords(RECORDS, {}, { language: "de" });

it("finds icons without a description by what icons of their name are commonly called", () => {
  expect(found({ q: "beads for counting" })).toMatchObject({ ids: ["abacus-outline"], matched: "mention" });
  expect(found({ q: "pupils" }).ids).toEqual(["told"]);
});

it("does so in English only", () => {
  expect(germans.found({ q: "counting beads" }).total).toBe(0);
  expect(readCommonWords("de")("Abacus")).toBeUndefined();
});

it("explains words that only the common words have", () => {
  const { ordinals, matched } = catalog().list({ q: "counting outline" });
  expect(catalog().explain("counting outline", ordinals[0]!, matched)?.words).toEqual([
    { queryWord: "counting", field: "common words", word: "counting" },
    { queryWord: "outline", field: "name", word: "Outline" },
  ]);
});

it.each(["Abacus", "ABACUS", "abacus-filled", "Outline Abacus 24", "Bold Abacus Duotone"])(
  "knows common words for %s",
  (name) => {
    expect(readCommonWords()(name)?.join(" ")).toMatch(/\bbeads\b/);
  },
);

it.each(["", "Duotone", "24", "No Such Abacus"])("knows none for %j", (name) => {
  expect(readCommonWords()(name)).toBeUndefined();
});
