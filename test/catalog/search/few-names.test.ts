import { expect, it } from "vitest";
import { recordNamed, searchedRecords } from "../../support/searched-records.js";

/** Fewer names are few. */
const FEW = 20;

const icon = (name: string, category: string, keywords: readonly string[] = []) =>
  recordNamed(name, { category, keywords });

const RECORDS = [
  icon("Tea", "drinks", ["cup"]),
  icon("Kettle", "kitchen", ["tea", "cup"]),
  icon("Paper Cup Tea", "drinks"),
  icon("Cup Tea Bag", "kitchen"),
  icon("Spoon", "drinks", ["pot"]),
  ...Array.from({ length: FEW }, (_, at) => icon(`Pot ${at}`, "kitchen")),
];

const { found } = searchedRecords(RECORDS);

it("lists icons with the words in texts after the few that have them in names", () => {
  const ids = ["cup-tea-bag", "paper-cup-tea", "tea", "kettle"];
  expect(found({ q: "cup with tea" })).toEqual({ ids, matched: "fillers", total: 4 });
});

it("sorts and filters both", () => {
  const ids = ["cup-tea-bag", "kettle"];
  expect(found({ q: "cup with tea", category: ["kitchen"], sort: "name" })).toEqual({
    ids,
    matched: "fillers",
    total: 2,
  });
});

it("lists no others after many names, even if a filter leaves few", () => {
  expect(found({ q: "the pot" }).total).toBe(FEW);
  expect(found({ q: "the pot", category: ["drinks"] }).total).toBe(0);
});

it("does so for several words, all in these names, unless one is the whole name or a word is incomplete", () => {
  const ids = ["paper-cup-tea", "cup-tea-bag", "tea", "kettle"];
  expect(found({ q: "tea cup" })).toEqual({ ids, matched: "few-names", total: 4 });
  expect(found({ q: "paper cup tea" })).toEqual({ ids: ["paper-cup-tea"], matched: undefined, total: 1 });
  expect(found({ q: "tea cu" })).toEqual({ ids: ids.slice(0, 2), matched: undefined, total: 2 });
  expect(found({ q: "tea cup", match: "name" })).toEqual({ ids: ids.slice(0, 2), matched: undefined, total: 2 });
});
