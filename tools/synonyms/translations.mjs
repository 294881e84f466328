// Reads the lists of translations. A line is
//
//     english: word, other words, …
//
// English of one to three words, and what people type for it in another language, the usual words first.

import { words } from "../../dist/src/text/fold.js";

/** A term with more meanings means none of them. */
const MAX_MEANINGS = 4;

/**
 * Each term with its English meanings, sorted. The meanings for which a term is a usual word come first, then those that
 * earlier languages have.
 *
 * @param texts the lists of all languages
 * @throws Error if a line has another form
 */
export function readTranslations(texts) {
  const meanings = new Map();
  for (const text of texts) {
    for (const line of text.split("\n").filter(Boolean)) {
      const [english, terms, ...others] = line.split(": ");
      if (terms === undefined || others.length > 0) throw new Error(`not a translation: ${line}`);
      for (const [place, term] of terms.split(", ").entries()) {
        // Emoji are not words.
        const key = words(term).join(" ") || term;
        meanings.set(key, [...(meanings.get(key) ?? []), { english, place }]);
      }
    }
  }
  return [...meanings.keys()].sort().map((term) => {
    const byPlace = meanings.get(term).toSorted((a, b) => a.place - b.place);
    return [term, [...new Set(byPlace.map(({ english }) => english))].slice(0, MAX_MEANINGS)];
  });
}
