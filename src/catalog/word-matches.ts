import { fold, WORD } from "../text/fold.js";
import { type Range, widenRanges } from "../text/folded-pieces.js";
import { initialsOf, searchableStarts } from "../text/inner-words.js";
import { STEPS, UNLIMITED, type WorkBudget } from "./execution/work-budget.js";

/**
 * A query word that is a prefix of a word in a text or, in a script without spaces, a part of it. Ranges refer to the
 * folded text.
 */
export interface WordMatch {
  /** The folded query word. */
  readonly queryWord: string;
  /** The matched letters. */
  readonly letters: Range;
  /** The word of the text that contains them. */
  readonly word: Range;
}

/** The words of a query, prepared for matching many texts. */
export interface QueryWords {
  /** Each distinct word with its position in the query. */
  readonly places: ReadonlyMap<string, number>;
  /** The distinct lengths of the words, in UTF-16 code units. */
  readonly lengths: readonly number[];
}

/** @param words folded */
export function indexQueryWords(words: readonly string[]): QueryWords {
  const distinct = [...new Set(words)];
  return {
    places: new Map(distinct.map((word, place) => [word, place])),
    lengths: [...new Set(distinct.map(({ length }) => length))],
  };
}

/**
 * Finds the words of a query in a text, by the rules of the index. Sorted by position in the text, then in the query. A
 * few microseconds for a name; O(length of the text · different lengths of words).
 *
 * @throws QueryTooExpensiveError
 */
export function matchWords(text: string, { places, lengths }: QueryWords, budget: WorkBudget = UNLIMITED): WordMatch[] {
  budget.spend(text.length * (PRINTABLE.test(text) ? STEPS.plainCharacter : STEPS.character));
  const matches: WordMatch[] = [];
  for (const { 0: word, index } of fold(text).matchAll(WORD)) {
    const starts = searchableStarts(word);
    budget.spend(starts.length * lengths.length * STEPS.place);
    const found: { readonly place: number; readonly queryWord: string; readonly letters: Range }[] = [];
    const find = (text: string, lettersOf: (length: number) => Range): void => {
      for (const length of lengths) {
        const queryWord = text.slice(0, length);
        const place = places.get(queryWord);
        if (place !== undefined && queryWord.length === length)
          found.push({ place, queryWord, letters: lettersOf(length) });
      }
    };
    for (const start of starts) find(word.slice(start), (length) => [index + start, index + start + length]);
    // The first letters of syllables are no range: the whole word is marked.
    for (const initials of initialsOf(word)) find(initials, () => [index, index + word.length]);
    budget.spend(found.length * STEPS.match);
    if (found.length > 1) found.sort((a, b) => a.place - b.place || a.letters[0] - b.letters[0]);
    for (const { queryWord, letters } of found)
      matches.push({ queryWord, letters, word: [index, index + word.length] });
  }
  return matches;
}

/**
 * Finds a query without letters or digits in a name, literally. Returns ranges of the name that cover whole characters
 * with their marks.
 */
export function matchLiteral(name: string, query: string, budget: WorkBudget = UNLIMITED): Range[] {
  budget.spend(markingSteps(name));
  const ranges: Range[] = [];
  for (let at = name.indexOf(query); at >= 0 && query !== ""; at = name.indexOf(query, at + 1))
    ranges.push([at, at + query.length]);
  return widenRanges(name, ranges);
}

/** Steps for finding the characters of a text that are matched. */
export function markingSteps(text: string): number {
  if (PRINTABLE.test(text)) return text.length * STEPS.plainCharacter;
  return text.length * (COMPOSED.test(text) ? STEPS.composedCharacter : STEPS.markedCharacter);
}

const PRINTABLE = /^[ -~]*$/;
/** Letters that may combine with the preceding one. */
const COMPOSED = /[\uff9e\uff9f\u{16d40}-\u{16d7f}]/u;
