import type { Dictionary } from "../../format/dictionary.js";
import { keyBytes } from "../../format/key-bytes.js";
import type { TermTrie } from "../../format/term-trie.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import { nearTerms } from "./near-terms.js";
import { spacings } from "./spacings.js";

/** Minimum length of a word for one edit, and for two. */
const LETTERS_PER_EDITS = [4, 8];
/** Maximum number of candidate terms per word. */
const MAX_TERMS = 8;
/** Maximum number of queries to look up. */
const MAX_TRIES = 24;
/** Longer queries are not respelled: they are unlikely to be names, and each word costs a walk. */
const MAX_WORDS = 8;
/** How people write "&" in a name such as H&M. */
const AMPERSAND = "and";
/** Maximum number of unknown words. More are not typos. */
const MAX_UNKNOWN = 3;

/**
 * For a query without results, the closest query that has some.
 *
 * Candidates, in order: the same letters with other spaces; the query without "and"; the unknown words respelled, by
 * one edit before two, preferring terms with the same first letter, then complete words, then terms with more icons. If
 * every word is known but no icon has all of them, one word is respelled by one edit.
 *
 * @param finds whether a query finds an icon
 * @returns the words to search for instead, or undefined if there are none
 * Cost: lookups for each letter, a partial walk of the trie for each respelled word, and at most 24 lookups.
 */
export function respell(
  generation: Generation,
  words: readonly string[],
  finds: (words: readonly string[]) => boolean,
  budget: WorkBudget,
): readonly string[] | undefined {
  if (words.length > MAX_WORDS) return undefined;
  let left = MAX_TRIES;
  for (const candidate of candidates(generation, words, budget)) {
    if (finds(candidate)) return candidate;
    if (--left === 0) return undefined;
  }
  return undefined;
}

/** Queries with similar spelling, closest first. */
function* candidates(generation: Generation, words: readonly string[], budget: WorkBudget): Generator<string[]> {
  yield* spacings(words, [generation.dictionary("names"), generation.dictionary("aliases")], budget);
  const unsaid = words.filter((word) => word !== AMPERSAND);
  if (unsaid.length > 0 && unsaid.length < words.length) yield unsaid;
  const dictionary = generation.dictionary("terms");
  const unknown = [...words.keys()].filter((at) => dictionary.find(keyBytes(words[at]!)) < 0);
  if (unknown.length > MAX_UNKNOWN) return;
  const places = unknown.length > 0 ? [unknown] : [...words.keys()].map((at) => [at]);
  const mostEdits = unknown.length > 0 ? LETTERS_PER_EDITS.length : 1;
  for (let edits = 1; edits <= mostEdits; edits++) {
    for (const place of places) {
      // A single word has already been tried with fewer edits; among several, one may have fewer than another.
      const least = place.length === 1 ? edits : 1;
      const choices = place.map((at) =>
        nearestWords(generation.termTrie, dictionary, words[at]!, least, edits, budget),
      );
      for (const chosen of bestFirst(choices)) {
        const respelled = [...words];
        for (const [n, at] of place.entries()) respelled[at] = chosen[n]!;
        yield respelled;
      }
    }
  }
}

/** Candidates for a word, most likely first. Empty if the word is too short for that many edits. */
function nearestWords(
  trie: TermTrie,
  dictionary: Dictionary,
  word: string,
  least: number,
  edits: number,
  budget: WorkBudget,
): string[] {
  const letters = [...word].length;
  const most = Math.min(edits, LETTERS_PER_EDITS.filter((from) => letters >= from).length);
  if (most < least) return [];
  const near = nearTerms(trie, word, most, budget).filter(({ distance }) => distance >= least);
  budget.spend(near.length * STEPS.nearTerm);
  const ranked = near
    .map(({ index, distance }) => {
      const term = completed(trie, dictionary, index, budget);
      const missing = term.length - dictionary.key(index).length;
      const otherStart = term.codePointAt(0) === word.codePointAt(0) ? 0 : 1;
      return { term, distance, otherStart, missing, icons: iconsOf(dictionary, index) };
    })
    .sort(
      (a, b) => a.distance - b.distance || a.otherStart - b.otherStart || a.missing - b.missing || b.icons - a.icons,
    );
  return [...new Set(ranked.map(({ term }) => term))].slice(0, MAX_TERMS);
}

/** Extends a term as long as it finds the same icons: `netfl` becomes `netflix` if no other word begins with it. */
function completed(trie: TermTrie, dictionary: Dictionary, index: number, budget: WorkBudget): string {
  const icons = iconsOf(dictionary, index);
  let at = index;
  while (at + 1 < trie.ends[at]! && iconsOf(dictionary, at + 1) === icons) {
    budget.spend(STEPS.narrowing);
    at++;
  }
  return dictionary.key(at);
}

function iconsOf(dictionary: Dictionary, index: number): number {
  let icons = 0;
  for (let slot = 0; slot < dictionary.slots; slot++) icons += dictionary.postings(index, slot).count;
  return icons;
}

/** All combinations of one element per list, sorted by the sum of their indexes. */
function* bestFirst(lists: readonly (readonly string[])[]): Generator<string[]> {
  const most = lists.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0);
  for (let sum = 0; sum <= most; sum++) yield* withSum(lists, sum);
}

/** The combinations of one element per list whose indexes add up to `sum`. */
function* withSum(lists: readonly (readonly string[])[], sum: number): Generator<string[]> {
  const [first, ...others] = lists;
  if (first === undefined) {
    if (sum === 0) yield [];
    return;
  }
  for (const [place, choice] of first.slice(0, sum + 1).entries())
    for (const rest of withSum(others, sum - place)) yield [choice, ...rest];
}
