import { describe, expect, it } from "vitest";
import { words } from "#src/text/fold.js";
import { stemmerOf } from "#src/text/stem.js";
import { literalsOf, spelledOut, textTerms, textWords } from "#src/text/text-terms.js";

const english = stemmerOf("en");
const same = (word: string): string => word;

describe("words of a text by meaning", () => {
  it.each<[string, string, (word: string) => string, Record<string, string[]>]>([
    ["stems of the language", "Photo editors", english, { photo: ["photo"], editors: [english("editor")] }],
    [
      "literal words beside the folded ones",
      "C++ and .NET",
      same,
      {
        c: ["c"],
        and: ["and"],
        net: ["net"],
        "c++": ["c++"],
        ".net": [".net"],
      },
    ],
    ["ampersands between letters", "AT&T", same, { at: ["at"], t: ["t"], "at&t": ["at&t"] }],
    ["no literal from a plus between words", "a + b", same, { a: ["a"], b: ["b"] }],
    ["pairs of letters without particles", "音楽を聴く", same, { 音楽を聴く: ["音楽", "聴"] }],
    ["particles only if there is nothing else", "もの", same, { もの: ["もの"] }],
    ["pairs of letters in Thai", "เพลง", same, { เพลง: ["เพ", "พล", "ลง"] }],
    ["both scripts of a mixed word", "NHKニュース", same, { nhkニュース: ["nhk", "ニュ", "ュー", "ース"] }],
  ])("has %s", (_, text, stem, expected) => {
    expect(Object.fromEntries(textWords(text, stem).map(({ word, terms }) => [word, terms]))).toEqual(expected);
  });

  it("indexes single letters of a script without spaces, so that one letter finds them", () => {
    expect(textTerms("音楽", same)).toEqual(["音楽", "音", "楽"]);
  });
});

describe("literal words", () => {
  it.each([
    ["c# file", ["c#"], ["csharp file", "c sharp file"]],
    ["file.c++", ["c++"], ["file cpp", "file cplusplus", "file c plus plus"]],
    ["disney+", ["disney+"], ["disneyplus", "disney plus"]],
    [".net logo", [".net"], ["dotnet logo", "dot net logo"]],
    ["at&t", ["at&t"], []],
    ["a + b", [], []],
    ["c c#", ["c#"], ["csharp csharp", "c sharp c sharp"]],
  ])("of %s are spelled out", (text, literals, texts) => {
    expect(literalsOf(text)).toEqual(literals);
    const spelled = literals.flatMap((literal) => spelledOut(words(text), literal));
    expect(spelled.map((each) => each.join(" "))).toEqual(texts);
  });

  it("whose letters are not among the words are not spelled out", () => {
    expect(spelledOut(["file"], "c#")).toEqual([]);
  });
});
