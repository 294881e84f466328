import { describe, expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

/** As many names are not few. */
const FEW = 20;

/** `synonyms.json` says that a frob is a gadget, and a pot or a kite a gadget, too. */
const RECORDS = [
  icon("Marker"),
  icon("Map Marker"),
  icon("Map"),
  icon("Old Map Marker"),
  icon("House"),
  icon("Loft Button"),
  icon("Eraser", { keywords: ["attic"] }),
  icon("Home Roof"),
  icon("Loft"),
  icon("Spotlight Offset", { aliases: ["Spotlogoffice"] }),
  icon("Log Out"),
  icon("Frobber"),
  icon("Big Frobs", { category: "toys" }),
  icon("Lever", { keywords: ["frob"], category: "toys" }),
  icon("Wheel", { keywords: ["a frob for boats"] }),
  icon("Gear", { description: "Is next to a frob." }),
  icon("Gadget", { category: "toys" }),
  icon("Small Gadget"),
  icon("Handle", { description: "Is a gadget." }),
  icon("Kite"),
  icon("Kite Line"),
  ...Array.from({ length: FEW }, (_, at) => icon(`Pot ${at}`)),
];

const { catalog, found } = searchedRecords(RECORDS, { gadget: { from: ["frob", "pot", "kite"] } });

describe("a word of few names", () => {
  const named = ["frobber", "big-frobs"];

  it("also finds its synonyms and icons that have it as a keyword, after these names", () => {
    const ids = [...named, "gadget", "lever", "small-gadget"];
    expect(found({ q: "frob" })).toEqual({ ids, matched: "few-names", total: ids.length });
  });

  it("finds those that pass the filters, sorted if asked for", () => {
    const ids = ["big-frobs", "gadget", "lever"];
    expect(found({ q: "frob", category: ["toys"] })).toEqual({ ids, matched: "few-names", total: 3 });
    const sorted = ["big-frobs", "frobber", "gadget", "lever", "small-gadget"];
    expect(found({ q: "frob", sort: "name" }).ids).toEqual(sorted);
  });

  it("has pages without gaps and repeats", () => {
    const pages = [1, 2, 3].flatMap((page) => found({ q: "frob", page, limit: 2 }).ids);
    expect(pages).toEqual(found({ q: "frob" }).ids);
  });

  it("finds names only if that is asked for", () => {
    expect(found({ q: "frob", match: "name" })).toEqual({ ids: named, matched: undefined, total: 2 });
  });

  it.each([
    ["kite", ["kite", "kite-line"], "one of them is the whole word"],
    ["frobb", ["frobber"], "it is incomplete and has no synonyms"],
  ])("finds nothing else for %s: %j, since %s", (q, ids) => {
    expect(found({ q })).toEqual({ ids, matched: undefined, total: ids.length });
  });

  it("finds nothing else if there are many names", () => {
    expect(found({ q: "pot" })).toMatchObject({ matched: undefined, total: FEW });
    expect(found({ q: "pot", category: ["toys"] })).toEqual({ ids: [], matched: undefined, total: 0 });
  });
});

describe("a phrase that means the same as a name of several words", () => {
  it("weighs the icon that has this whole name like those named with one of its synonyms", () => {
    const ids = ["marker", "map-marker", "map", "old-map-marker"];
    expect(found({ q: "location pin" })).toEqual({ ids, matched: "synonyms", total: ids.length });
  });

  it("comes before letters inside of words", () => {
    expect(found({ q: "log off" })).toEqual({ ids: ["log-out"], matched: "synonyms", total: 1 });
  });
});

/**
 * Weights: synonym as a whole name 11, likeliest name that means the same 10, own keyword 9, other name and
 * synonym in a short name 7, in display order.
 */
it("weighs a word's likeliest name between its synonyms and icons that have it as a keyword, other names below", () => {
  expect(found({ q: "attic" })).toMatchObject({
    ids: ["loft", "home-roof", "eraser", "house", "loft-button"],
    matched: "meaning",
  });
});

it("explains a result by its rung, and by the word that means the same", () => {
  const explained = (q: string, name: string) => {
    const { matched, ordinals } = catalog().list({ q });
    const ordinal = ordinals.find((each) => catalog().record(each).name === name)!;
    return catalog().explain(q, ordinal, matched);
  };
  expect(explained("frob", "Small Gadget")).toMatchObject({
    reason: "names, then keywords and words with the same meaning",
    words: [{ queryWord: "frob", field: "name", word: "Gadget" }],
  });
  expect(explained("frob", "Frobber")).toMatchObject({ reason: "name begins with the query" });
  expect(explained("attic", "Loft")).toMatchObject({ words: [{ queryWord: "attic", field: "name", word: "Loft" }] });
});
