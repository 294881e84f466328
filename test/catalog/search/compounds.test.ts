import { expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

const RECORDS = [
  icon("Lamp", { keywords: ["house"] }),
  icon("Roof", { description: "On top of a house." }),
  icon("Greenhouse"),
  icon("Chouse"),
  icon("Desktop Mate"),
  icon("Zendesk"),
];

const { found } = searchedRecords(RECORDS);

it("finds names with a word that ends with the query among icons that have it in texts", () => {
  expect(found({ q: "house" })).toEqual({ ids: ["greenhouse", "lamp", "roof"], matched: "meaning", total: 3 });
});

it("finds them after names that begin with the query", () => {
  expect(found({ q: "desk" }).ids.slice(0, 2)).toEqual(["desktop-mate", "zendesk"]);
});

it("leaves endings alone to the search inside words", () => {
  expect(found({ q: "esk" }).matched).toBe("inside");
});
