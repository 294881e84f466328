import { expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

const RECORDS = [
  icon("Bicycle"),
  icon("Cyclist", { keywords: ["bike"] }),
  icon("Zoo", { keywords: ["tropical fish"] }),
  icon("Search Engine", { keywords: ["find pages"] }),
  icon("Lock"),
  icon("Castle", { keywords: ["fish tower"] }),
  icon("Rahmen", { aliases: ["Schlosser"] }),
  icon("Binoculars"),
  icon("Waste", { keywords: ["bin"] }),
  ...Array.from({ length: 300 }, (_, at) => icon(`Other ${at}`)),
];

const { catalog, found } = searchedRecords(RECORDS);
const search = (q: string) => {
  const { didYouMean, matched, ordinals } = catalog().list({ q });
  return { didYouMean, matched, ids: [...ordinals].map((ordinal) => catalog().record(ordinal).id) };
};

it.each([
  ["Fahrrad", "bicycle", "bicycle"],
  ["велосипед", "bike", "cyclist"],
  ["moteur de recherche", "search engine", "search-engine"],
  ["motor de búsqueda", "search engine", "search-engine"],
  ["Burg", "castle", "castle"],
  ["自転車", "bicycle", "bicycle"],
  ["자전거", "bicycle", "bicycle"],
  ["bisiklet", "bicycle", "bicycle"],
  ["قلعة", "castle", "castle"],
  ["ताला", "lock", "lock"],
  ["锁", "lock", "lock"],
  ["🚲", "bicycle", "bicycle"],
  ["🔒\ufe0f", "lock", "lock"],
])("translates %s to %s", (q, didYouMean, first) => {
  expect(search(q)).toMatchObject({ didYouMean, matched: "translation" });
  expect(search(q).ids[0]).toBe(first);
});

it("does not take a translation for the beginning of a longer word", () => {
  expect(search("poubelle")).toMatchObject({ didYouMean: "bin", ids: ["waste"] });
});

it("tries the other meanings of words if the likeliest find nothing together", () => {
  expect(search("Fisch Schloss").didYouMean).toBe("fish castle");
});

it("finds names in any language before translations", () => {
  expect(search("Rahmen")).toMatchObject({ didYouMean: undefined, matched: undefined, ids: ["rahmen"] });
  expect(search("Schloss")).toMatchObject({ didYouMean: undefined, matched: undefined, ids: ["rahmen"] });
});

it("does not translate a query of which more words are of the dataset's language", () => {
  expect(search("find tropical pages fahrrad").didYouMean).toBeUndefined();
});

it("translates nothing if only names are searched", () => {
  expect(found({ q: "Fahrrad", match: "name" }).total).toBe(0);
});
