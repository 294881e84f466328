import { expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

const { found } = searchedRecords([icon("Cactus"), icon("Language CSharp"), icon("Brand C Sharp"), icon("Notepad++")]);

it("finds icons with the letters that stand for symbols if none has the symbols", () => {
  expect(found({ q: "c#" })).toMatchObject({ ids: ["language-csharp"], matched: "spelling" });
  expect(found({ q: "c# brand" })).toMatchObject({ ids: ["brand-c-sharp"], matched: "spelling" });
  expect(found({ q: "notepad++" })).toMatchObject({ ids: ["notepad++"], matched: undefined });
  expect(found({ q: "c# cactus" })).toMatchObject({ ids: ["cactus"], matched: undefined });
});
