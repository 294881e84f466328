import { expect, it } from "vitest";
import { nameWords, spelledWords } from "#src/text/name-words.js";

it.each<[name: string, words: string, letters: string]>([
  ["C", "c", "c"],
  ["C++", "c++", "c plus plus"],
  ["C#", "c#", "c sharp"],
  [".NET", ".net", "dot net"],
  ["C and C++", "c and c++", "c and c plus plus"],
  ["Visual C++/CLI (C#)", "visual c++ cli c#", "visual c plus plus cli c sharp"],
  ["Paramount+", "paramount+", "paramount plus"],
  ["Яндекс+", "яндекс+", "яндекс plus"],
  ["AT&T .NET", "at t .net", "at t dot net"],
  ["Photo & Video", "photo video", "photo video"],
  ["Node.js", "node js", "node js"],
  ["Pop!_OS", "pop os", "pop os"],
  ["!!", "", ""],
])("reads %s as words with symbols and in letters", (name, words, letters) => {
  expect(nameWords(name).join(" ")).toBe(words);
  expect(spelledWords(name).join(" ")).toBe(letters);
});
