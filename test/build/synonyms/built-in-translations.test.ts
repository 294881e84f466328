import { describe, expect, it } from "vitest";
import { readBuiltInMeaning } from "#build/synonyms/built-in-meaning.js";
import { textsOf } from "#build/synonyms/numbered-meaning.js";
import { words } from "#src/text/fold.js";

const MAX_MEANINGS = 4;

const translationsInto = (language?: string): ReadonlyMap<string, readonly string[]> => {
  const { translations, phrases } = readBuiltInMeaning(language);
  return new Map(textsOf(translations, [phrases] as const).map(([term, [meanings]]) => [term, meanings]));
};
const translations = translationsInto();

describe("built-in translations", () => {
  it.each([
    ["fahrrad", "bicycle"],
    ["eichhornchen", "squirrel"],
    ["moteur de recherche", "search engine"],
    ["papillon", "butterfly"],
    ["mariposa", "butterfly"],
    ["borboleta", "butterfly"],
    ["farfalla", "butterfly"],
    ["vlinder", "butterfly"],
    ["motyl", "butterfly"],
    ["бабочка", "butterfly"],
    ["蝴蝶", "butterfly"],
    ["kelebek", "butterfly"],
    ["فراشة", "butterfly"],
    ["तितली", "butterfly"],
    ["🦋", "butterfly"],
  ])("translates %s as %s", (term, english) => {
    expect(translations.get(term)?.[0]).toBe(english);
  });

  it.each(["chat", "pain", "main", "coin", "red", "pie", "sol", "final", "brand", "mobile"])(
    "leaves %s, an English word, as it is",
    (term) => {
      expect(translations.has(term)).toBe(false);
    },
  );

  it("has folded terms and meanings of one to three words, a term once and not as its own meaning", () => {
    const isTerm = (text: string): boolean => words(text).join(" ") === text && words(text).length <= 3;
    const isEmoji = (text: string): boolean => /^\p{Extended_Pictographic}/u.test(text) && words(text).length === 0;
    expect([...translations.keys()].filter((term) => !isTerm(term) && !isEmoji(term))).toEqual([]);
    expect([...translations.values()].flat().filter((english) => !isTerm(english))).toEqual([]);
    const flawed = [...translations].filter(
      ([term, meanings]) =>
        meanings.length === 0 ||
        meanings.length > MAX_MEANINGS ||
        meanings.includes(term) ||
        new Set(meanings).size < meanings.length,
    );
    expect(flawed).toEqual([]);
  });

  it("has none into other languages", () => {
    expect(translationsInto("de").size).toBe(0);
  });
});
