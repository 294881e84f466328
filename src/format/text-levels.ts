/**
 * Where a record has a word: as its whole name or alias; exactly in a name or alias of two words; exactly in a longer
 * one; as another form of a whole name; in three of its other texts; in two of them, or as another form of a word of a
 * short name; as a whole keyword or tag; within a keyword or tag, or as another form of a word of a longer name; in its
 * description or developer; in the label of a facet. A record is only in the first level of a word. All levels but the
 * first three have stems.
 */
export const TEXT_LEVELS = [
  "whole-name",
  "short-name",
  "name",
  "form-of-whole-name",
  "often",
  "twice",
  "keyword",
  "phrase",
  "description",
  "label",
] as const;

export type TextLevel = (typeof TEXT_LEVELS)[number];

/**
 * Posting lists per key of `synonyms.bin`: words that mean the same, words that mean nearly the same, the likeliest whole
 * names, other whole names, the likeliest translation of a key of another language, its other translations.
 */
export const SYNONYM_SLOTS = 6;
/** Those of words, whose members are indexes of keys of `texts.bin`. */
export const WORD_SLOTS = [0, 1] as const;
/** Those of whole names, whose members are indexes of keys of `synonyms.bin`, which begin with a space; */
export const NAME_SLOTS = [2, 3] as const;
/** those of translations, likewise. */
export const TRANSLATION_SLOTS = [4, 5] as const;

/**
 * A number above all members of the posting lists of `synonyms.bin`.
 *
 * @param texts number of keys of `texts.bin`
 * @param synonyms number of its own keys
 */
export function synonymUniverse(texts: number, synonyms: number): number {
  return Math.max(texts, synonyms);
}
