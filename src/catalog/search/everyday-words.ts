import { keyBytes } from "../../format/key-bytes.js";
import { WORD_SLOTS } from "../../format/text-levels.js";
import type { Generation } from "../generation/generation.js";

/** Number of names, at equal distances, that tell what names consist of. */
const SAMPLE = 256;
/** Shorter words are mostly sizes and parts of brands. */
const MIN_LETTERS = 3;
/** Share of everyday words in names. It is 0.21 for two catalogs of brands, and 0.77 to 0.92 for six icon sets. */
const LEAST_SHARE = 0.5;

/**
 * Whether a word or phrase names things in this dataset, as in an icon set: `trash`, but not in a catalog of brands, where a word
 * is more likely the beginning or the misspelling of a brand.
 *
 * @returns a function that takes one look-up, and 256 names the first time
 */
export function everydayWords(generation: Generation, stem: (word: string) => string): (words: string) => boolean {
  const { synonyms } = generation;
  const hasSynonyms = (words: string): boolean => {
    const index = synonyms.find(keyBytes(words.split(" ").map(stem).join(" ")));
    return index >= 0 && WORD_SLOTS.some((slot) => synonyms.postings(index, slot).count > 0);
  };
  const areNamesEveryday = (): boolean => {
    const names = generation.dictionary("names");
    const words = Array.from({ length: SAMPLE }, (_, at) => names.key(Math.floor((at * names.size) / SAMPLE)))
      .flatMap((name) => name.split(" "))
      .filter((word) => word.length >= MIN_LETTERS);
    return words.filter(hasSynonyms).length >= words.length * LEAST_SHARE;
  };
  let areEveryday: boolean | undefined;
  return (words) => {
    areEveryday ??= generation.dictionary("names").size > 0 && areNamesEveryday();
    return areEveryday && hasSynonyms(words);
  };
}
