import { expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

const RECORDS = [
  icon("Zapper", { keywords: ["flows"] }),
  icon("Nodes", { keywords: ["hosted zapper alternative", "hosted flows", "zapper on your own server", "own zapper"] }),
  ...Array.from({ length: 300 }, (_, at) => icon(`Other ${at}`)),
];

const { found } = searchedRecords(RECORDS);

it("finds the icon that a query names first", () => {
  expect(found({ q: "zapper flows website" }).ids[0]).toBe("zapper");
});

it.each(["hosted zapper alternative", "like zapper but hosted"])("finds another one first for %s", (q) => {
  expect(found({ q }).ids[0]).toBe("nodes");
});
