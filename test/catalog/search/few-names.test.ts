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
  icon("Handle Brakes", "cars"),
  icon("Parking Lever", "cars", ["hand brake"]),
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

it("lists them after the few names that several words only begin, unless a name has the words as they are", () => {
  const ids = ["handle-brakes", "parking-lever"];
  expect(found({ q: "hand brake" })).toEqual({ ids, matched: "few-names", total: 2 });
  expect(found({ q: "hand brake", match: "name" })).toEqual({ ids: ids.slice(0, 1), matched: undefined, total: 1 });
  expect(found({ q: "tea cup" })).toEqual({ ids: ["paper-cup-tea", "cup-tea-bag"], matched: undefined, total: 2 });
});
