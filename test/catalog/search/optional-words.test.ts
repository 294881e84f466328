import { expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

const RECORDS = [
  icon("Humming", { keywords: ["play a song now"] }),
  icon("Finder", { keywords: ["what song is playing"] }),
  ...Array.from({ length: 300 }, (_, at) => icon(`Other ${at}`)),
];

const { found } = searchedRecords(RECORDS);

it("counts words without a meaning of their own for the order", () => {
  expect(found({ q: "what song is it that they play" }).ids.slice(0, 2)).toEqual(["finder", "humming"]);
});

it("finds icons that lack them", () => {
  expect(found({ q: "the song that you play for me" }).ids).toEqual(["humming", "finder"]);
});
