import type { Synonyms } from "./synonyms.js";

/**
 * What words mean, quick to read and small in memory. Words and phrases are folded but not stemmed, and have the number
 * of their place.
 */
export interface NumberedMeaning {
  /** Single words that terms find. */
  readonly words: readonly string[];
  /** Names and translations that terms find. */
  readonly phrases: readonly string[];
  /** Three lists per term: words that mean the same, related words, and phrases that are names. */
  readonly synonyms: NumberedLists;
  /** One list per term of another language: phrases that are its meanings. */
  readonly translations: NumberedLists;
}

/** Terms with the same number of lists each. */
export interface NumberedLists {
  readonly terms: readonly string[];
  /** For each list of each term, how many numbers it has, then these. */
  readonly numbers: Uint16Array | Uint32Array;
}

/** The lists of each term as texts. @param kinds per list of a term, what its numbers mean */
export function textsOf<Kinds extends readonly (readonly string[])[]>(
  { terms, numbers }: NumberedLists,
  kinds: Kinds,
): (readonly [term: string, lists: { [Kind in keyof Kinds]: string[] }])[] {
  let at = 0;
  const next = (texts: readonly string[]): string[] => {
    const from = at + 1;
    at = from + numbers[at]!;
    return Array.from(numbers.subarray(from, at), (number) => texts[number]!);
  };
  return terms.map((term) => [term, kinds.map(next) as { [Kind in keyof Kinds]: string[] }]);
}

/** The same translations with other synonyms. Cost: about 60 ms for as many as the built-in ones. */
export function withSynonyms({ words, phrases, translations }: NumberedMeaning, synonyms: Synonyms): NumberedMeaning {
  const numberedWords = numberTexts(words);
  const numberedPhrases = numberTexts(phrases);
  const numbers: number[] = [];
  const add = (texts: readonly string[], { numberOf }: NumberedTexts): void => {
    numbers.push(texts.length);
    for (const text of texts) numbers.push(numberOf(text));
  };
  for (const { strong, weak, names } of synonyms.values()) {
    add(strong, numberedWords);
    add(weak, numberedWords);
    add(names, numberedPhrases);
  }
  return {
    words: numberedWords.texts,
    phrases: numberedPhrases.texts,
    synonyms: { terms: [...synonyms.keys()], numbers: Uint32Array.from(numbers) },
    translations,
  };
}

interface NumberedTexts {
  readonly texts: readonly string[];
  /** The number of a text, which is added if it is new. */
  numberOf(text: string): number;
}

function numberTexts(before: readonly string[]): NumberedTexts {
  const texts = [...before];
  const known = new Map(before.map((text, number) => [text, number]));
  return {
    texts,
    numberOf(text) {
      const number = known.get(text) ?? texts.length;
      if (number === texts.length) {
        texts.push(text);
        known.set(text, number);
      }
      return number;
    },
  };
}
