import type { Dictionary } from "../../format/dictionary.js";
import { keyBytes } from "../../format/key-bytes.js";
import type { TermTrie } from "../../format/term-trie.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import { nearTerms } from "./near-terms.js";
import { spacings } from "./spacings.js";

/** Letters from which on a word may have one edit, and two. */
const LETTERS_PER_EDITS = [4, 8];
/** Terms that may stand for one word. */
const MAX_TERMS = 8;
/** Queries that are looked up before giving up. */
const MAX_TRIES = 24;
/** Of longer queries no word is respelled: what is no name has no near spelling, and each word costs a walk. */
const MAX_WORDS = 8;
/** How people write the sign that is no word in a name such as H&M. */
const AMPERSAND = "and";
/** More unknown words than that are no slips. */
const MAX_UNKNOWN = 3;

/**
 * The query that is nearest to one that finds nothing, and finds something itself.
 *
 * First the same letters with other spaces, then without "and". Then the words that no icon has are respelled, by one edit before two, to a term with
 * the same first letter before others, then to one that is no beginning of a single longer one, then to the one that more icons
 * have. Where icons have each word but none has all, one of them is, by one edit.
 *
 * @param finds whether a query finds an icon
 * @returns the words to search for instead, undefined where there are none
 * Cost: look-ups for each letter, a walk through a part of the trie for each word that is respelled, and at most 24 look-ups.
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

/** Queries that are spelled nearly alike, the nearest first. */
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
      // One word alone was tried with fewer edits before; among several, one may have fewer than another.
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

/** What may stand for a word, the likeliest first; none where the word is too short for that many edits. */
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

/** A term, made longer as long as that finds the same icons: `netfl` becomes `netflix` where nothing else begins so. */
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

/** One of each list, in all ways, those whose places in their lists add up to the least first. */
function* bestFirst(lists: readonly (readonly string[])[]): Generator<string[]> {
  const most = lists.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0);
  for (let sum = 0; sum <= most; sum++) yield* withSum(lists, sum);
}

/** One of each list, their places adding up to `sum`. */
function* withSum(lists: readonly (readonly string[])[], sum: number): Generator<string[]> {
  const [first, ...others] = lists;
  if (first === undefined) {
    if (sum === 0) yield [];
    return;
  }
  for (const [place, choice] of first.slice(0, sum + 1).entries())
    for (const rest of withSum(others, sum - place)) yield [choice, ...rest];
}
