import { expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

const { found } = searchedRecords([icon("Cactus"), icon("Language CSharp"), icon("Brand C Sharp"), icon("Notepad++")]);
/** Its developer's name has the filler, too. */
const iconic = searchedRecords([icon("CSharp", { developer: "Icons" }), icon("Cactus", { developer: "Icons" })]);
const begun = searchedRecords([icon("dotMac"), icon("Mail")]);

it("finds icons with the letters that stand for symbols if none has the symbols", () => {
  expect(found({ q: "c#" })).toMatchObject({ ids: ["language-csharp"], matched: "spelling" });
  expect(found({ q: "c# brand" })).toMatchObject({ ids: ["brand-c-sharp"], matched: "spelling" });
  expect(found({ q: "notepad++" })).toMatchObject({ ids: ["notepad++"], matched: undefined });
  expect(found({ q: "c# cactus" })).toMatchObject({ ids: ["cactus"], matched: undefined });
});

const mentioned = searchedRecords([
  icon("CSharp", { keywords: ["c# language"] }),
  icon("Unity", { keywords: ["c# engine"], description: "Written in C++." }),
  icon("C"),
  icon("Cplusplus"),
  icon("Visual C++ Tools", { keywords: ["c++"] }),
]);

it("finds icons with the letters that stand for symbols if only other texts have the symbols", () => {
  expect(mentioned.found({ q: "c#" })).toMatchObject({ ids: ["csharp"], matched: "spelling" });
  expect(mentioned.found({ q: "c++" })).toMatchObject({ matched: undefined, total: 4 });
});

it("finds no beginnings of words by the letters that stand for symbols", () => {
  expect(begun.found({ q: ".m" })).toMatchObject({ ids: ["mail"], matched: undefined });
  expect(begun.found({ q: ".mac" })).toMatchObject({ ids: ["dotmac"], matched: "spelling" });
});

it("spells out symbols beside fillers, too", () => {
  expect(found({ q: "c# logo" })).toMatchObject({ ids: ["language-csharp"], matched: "spelling" });
  expect(iconic.found({ q: "c# icon" })).toMatchObject({ ids: ["csharp"], matched: "spelling" });
  expect(begun.found({ q: ".mac icon" })).toMatchObject({ ids: ["dotmac"], matched: "spelling" });
});

const languages = searchedRecords(["C", "C++", "C#", "Carbon", "C Sharp", "F#"].map((name) => icon(name)));

it.each([
  ["c++", undefined, ["C++", "C", "C#"]],
  ["c#", undefined, ["C#", "C", "C++"]],
  ["C# Logo", "fillers", ["C#", "C", "C++"]],
  ["c", undefined, ["C", "C++", "C#"]],
  ["c+", undefined, ["C", "C++", "C#"]],
])("sorts names that differ in symbols by those of the query: %s", (q, matched, names) => {
  const result = languages.found({ q });
  expect(result.matched).toBe(matched);
  expect(result.ids.slice(0, 3)).toEqual(names.map((name) => name.toLowerCase()));
});

it("finds names that begin with the letters alone if only names are asked for", () => {
  const { ids, matched } = found({ q: "c#", match: "name" });
  expect(matched).toBeUndefined();
  expect([...ids].sort()).toEqual(["brand-c-sharp", "cactus", "language-csharp"]);
});
