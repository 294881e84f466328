import { fold, WORD } from "../text/fold.js";
import { type Range, widenRanges } from "../text/folded-pieces.js";
import { searchableStarts } from "../text/inner-words.js";
import { STEPS, UNLIMITED, type WorkBudget } from "./execution/work-budget.js";

/** A word of a query that begins a word of a text, or in a script without spaces stands inside it. Ranges are of the folded text. */
export interface WordMatch {
  /** The query's word, folded. */
  readonly queryWord: string;
  /** What it matches. */
  readonly letters: Range;
  /** The word of the text in which that lies. */
  readonly word: Range;
}

/** The words of a query, ready to be looked for in many texts. */
export interface QueryWords {
  /** Each word once, with its place in the query. */
  readonly places: ReadonlyMap<string, number>;
  /** The lengths that they have, in UTF-16 code units. */
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
 * Finds where a text has the words of a query, by the rules of the index; by word of the text, then of the query. Some microseconds for a name;
 * O(length of the text · different lengths of words).
 *
 * @throws QueryTooExpensiveError
 */
export function matchWords(text: string, { places, lengths }: QueryWords, budget: WorkBudget = UNLIMITED): WordMatch[] {
  budget.spend(text.length * (PRINTABLE.test(text) ? STEPS.plainCharacter : STEPS.character));
  const matches: WordMatch[] = [];
  for (const { 0: word, index } of fold(text).matchAll(WORD)) {
    const starts = searchableStarts(word);
    budget.spend(starts.length * lengths.length * STEPS.place);
    const found: { readonly place: number; readonly queryWord: string; readonly from: number }[] = [];
    for (const start of starts) {
      for (const length of lengths) {
        const queryWord = word.slice(start, start + length);
        const place = places.get(queryWord);
        if (place !== undefined && queryWord.length === length) found.push({ place, queryWord, from: index + start });
      }
    }
    budget.spend(found.length * STEPS.match);
    if (found.length > 1) found.sort((a, b) => a.place - b.place || a.from - b.from);
    for (const { queryWord, from } of found)
      matches.push({ queryWord, letters: [from, from + queryWord.length], word: [index, index + word.length] });
  }
  return matches;
}

/** Where a name holds a query without letters or digits as it stands: ranges of the name, of whole characters with their marks. */
export function matchLiteral(name: string, query: string, budget: WorkBudget = UNLIMITED): Range[] {
  budget.spend(markingSteps(name));
  const ranges: Range[] = [];
  for (let at = name.indexOf(query); at >= 0 && query !== ""; at = name.indexOf(query, at + 1))
    ranges.push([at, at + query.length]);
  return widenRanges(name, ranges);
}

/** What finding the characters of a text counts that are matched. */
export function markingSteps(text: string): number {
  if (PRINTABLE.test(text)) return text.length * STEPS.plainCharacter;
  return text.length * (COMPOSED.test(text) ? STEPS.composedCharacter : STEPS.markedCharacter);
}

const PRINTABLE = /^[ -~]*$/;
/** Letters that are composed to syllables. */
const COMPOSED = /[\u1160-\u11ff\u3130-\u318f\ud7b0-\ud7ff\uff9e-\uffdc\u{16d40}-\u{16d7f}]/u;
