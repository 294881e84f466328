import { expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

/** In the reverse of the expected order, among so many others that one icon is a mention. */
const RECORDS = [
  icon("Seven", { description: "Makes a gadget." }),
  icon("Six", { keywords: ["gadget"] }),
  icon("Five Old Gadget"),
  icon("Four Gadget"),
  icon("Three Gadgets"),
  icon("Two", { keywords: ["gadget", "red gadget", "gadget box"] }),
  icon("Gadgets"),
  icon("Gadget"),
  icon("One", { keywords: ["frob"] }),
  icon("House"),
  icon("Loft Button"),
  icon("Home Roof"),
  icon("Loft"),
  icon("Wiper", { keywords: ["attic"] }),
  icon("Zero", { description: "Turns a nozzle." }),
  ...Array.from({ length: 300 }, (_, at) => icon(`Other ${at}`)),
];

const { found: foundBy } = searchedRecords(RECORDS, { frob: { to: ["gadget"] }, nozzle: { to: ["gadget"] } });
const found = (q: string) => foundBy({ q });

/** Weights of a synonym by level: 4, 4, 4, 3, 3, 2, 2; equal weights in display order. */
const BY_SYNONYM = ["two", "gadgets", "gadget", "four-gadget", "three-gadgets", "six", "five-old-gadget"];

it("lists icons with synonyms after the one that mentions a word, by their weights", () => {
  expect(found("frob").matched).toBe("mention");
  expect(found("frob").ids).toEqual(["one", ...BY_SYNONYM]);
});

it("lists no icon that has a synonym in its description only", () => {
  expect(found("frob").total).toBe(1 + BY_SYNONYM.length);
});

it("finds synonyms if only a description mentions the word", () => {
  const ids = ["two", "gadget", "gadgets", "five-old-gadget", "four-gadget", "three-gadgets", "zero", "six", "seven"];
  expect(found("nozzle")).toEqual({ ids, matched: "synonyms", total: ids.length });
});

it("weighs the likeliest name that means the same like a whole name with a synonym, other names least", () => {
  const ids = ["wiper", "home-roof", "loft", "loft-button", "house"];
  expect(found("attic")).toEqual({ ids, matched: "mention", total: ids.length });
});
