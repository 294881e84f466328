import type { Dictionary } from "../../format/dictionary.js";
import { keyBytes } from "../../format/key-bytes.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";

/**
 * The same letters with other spaces: adjacent words joined, all words joined, and words split if a name or an alias
 * begins that way.
 *
 *     ["you", "tube"] → ["youtube"]        ["visualstudio", "icon"] → ["visual", "studio", "icon"]
 *
 * @param texts the folded names and aliases, their words joined by single spaces
 */
export function* spacings(
  words: readonly string[],
  texts: readonly Dictionary[],
  budget: WorkBudget,
): Generator<string[]> {
  for (let at = 1; at < words.length; at++)
    yield [...words.slice(0, at - 1), words[at - 1]! + words[at]!, ...words.slice(at + 1)];
  if (words.length > 2) yield [words.join("")];
  for (const [at, word] of words.entries()) {
    const parts = splitLike(word, texts, budget);
    if (parts !== undefined) yield [...words.slice(0, at), ...parts, ...words.slice(at + 1)];
  }
}

/** The parts of a word if a text begins with it when spaces are ignored, but not with the word itself. */
function splitLike(word: string, texts: readonly Dictionary[], budget: WorkBudget): string[] | undefined {
  const letters = [...word];
  for (const text of texts) {
    const phrase = growPhrase("", letters, 0, [0, text.size], text, budget);
    if (phrase?.includes(" ")) return phrase.split(" ");
  }
  return undefined;
}

/**
 * Extends a phrase, a prefix of the texts of a range, by the letters from `at` on, optionally with spaces between them.
 *
 * Cost: a lookup per letter, repeated for each way in which texts begin with the same letters and other spaces. In a
 * malicious dataset there are as many ways as texts.
 */
function growPhrase(
  phrase: string,
  letters: readonly string[],
  at: number,
  range: readonly [number, number],
  text: Dictionary,
  budget: WorkBudget,
): string | undefined {
  let grown = phrase;
  let within = range;
  for (let next = at; next < letters.length; next++) {
    grown += letters[next]!;
    within = begun(text, grown, within, budget);
    if (isEmpty(within)) return undefined;
    if (next + 1 === letters.length) break;
    const spaced = begun(text, `${grown} `, within, budget);
    if (isEmpty(spaced)) continue;
    const split = growPhrase(`${grown} `, letters, next + 1, spaced, text, budget);
    if (split !== undefined) return split;
  }
  return grown;
}

/** The texts of a range that begin with a phrase. */
function begun(
  text: Dictionary,
  phrase: string,
  within: readonly [number, number],
  budget: WorkBudget,
): readonly [number, number] {
  budget.spend(STEPS.narrowing);
  return text.prefixRange(keyBytes(phrase), within);
}

function isEmpty([from, to]: readonly [number, number]): boolean {
  return from >= to;
}
