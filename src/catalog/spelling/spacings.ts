import type { Dictionary } from "../../format/dictionary.js";
import { keyBytes } from "../../format/key-bytes.js";

/**
 * The same letters with other spaces: neighbours joined, all words joined, and words split where a name or an alias begins so.
 *
 *     ["you", "tube"] → ["youtube"]        ["visualstudio", "icon"] → ["visual", "studio", "icon"]
 *
 * @param texts the folded names and aliases, their words joined by single spaces
 */
export function* spacings(words: readonly string[], texts: readonly Dictionary[]): Generator<string[]> {
  for (let at = 1; at < words.length; at++)
    yield [...words.slice(0, at - 1), words[at - 1]! + words[at]!, ...words.slice(at + 1)];
  if (words.length > 2) yield [words.join("")];
  for (const [at, word] of words.entries()) {
    const parts = splitLike(word, texts);
    if (parts !== undefined) yield [...words.slice(0, at), ...parts, ...words.slice(at + 1)];
  }
}

/** The parts of a word if some text, without its spaces, begins with it, but not with the word itself. */
function splitLike(word: string, texts: readonly Dictionary[]): string[] | undefined {
  for (const text of texts) {
    const phrase = growPhrase("", word, text);
    if (phrase?.includes(" ")) return phrase.split(" ");
  }
  return undefined;
}

/**
 * Continues a phrase, with which a text begins, with the letters of `rest` and with spaces between them.
 * Cost: a look-up per letter, again for each way in which texts begin with the same letters and other spaces.
 */
function growPhrase(phrase: string, rest: string, text: Dictionary): string | undefined {
  const letters = [...rest];
  let grown = phrase;
  for (const [at, letter] of letters.entries()) {
    grown += letter;
    if (!isBegun(text, grown)) return undefined;
    if (at + 1 === letters.length || !isBegun(text, `${grown} `)) continue;
    const split = growPhrase(`${grown} `, letters.slice(at + 1).join(""), text);
    if (split !== undefined) return split;
  }
  return grown;
}

function isBegun(text: Dictionary, phrase: string): boolean {
  const [from, to] = text.prefixRange(keyBytes(phrase));
  return from < to;
}
