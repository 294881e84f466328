import { expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

const { found } = searchedRecords([icon("Cactus"), icon("Language CSharp"), icon("Brand C Sharp"), icon("Notepad++")]);
const begun = searchedRecords([icon("dotMac"), icon("Mail")]);

it("finds icons with the letters that stand for symbols if none has the symbols", () => {
  expect(found({ q: "c#" })).toMatchObject({ ids: ["language-csharp"], matched: "spelling" });
  expect(found({ q: "c# brand" })).toMatchObject({ ids: ["brand-c-sharp"], matched: "spelling" });
  expect(found({ q: "notepad++" })).toMatchObject({ ids: ["notepad++"], matched: undefined });
  expect(found({ q: "c# cactus" })).toMatchObject({ ids: ["cactus"], matched: undefined });
});

it("finds no beginnings of words by the letters that stand for symbols", () => {
  expect(begun.found({ q: ".m" })).toMatchObject({ ids: ["mail"], matched: undefined });
  expect(begun.found({ q: ".mac" })).toMatchObject({ ids: ["dotmac"], matched: "spelling" });
});

it("finds names that begin with the letters alone if only names are asked for", () => {
  const { ids, matched } = found({ q: "c#", match: "name" });
  expect(matched).toBeUndefined();
  expect([...ids].sort()).toEqual(["brand-c-sharp", "cactus", "language-csharp"]);
});
