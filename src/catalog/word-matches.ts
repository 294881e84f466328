import { fold, WORD } from "../text/fold.js";
import { widenRanges } from "../text/folded-pieces.js";
import { searchableStarts } from "../text/inner-words.js";
import type { Range } from "../text/range.js";

/** A word of a query that begins a word of a text, or in a script without spaces stands inside it. Ranges are of the folded text. */
export interface WordMatch {
  /** The query's word, folded. */
  readonly asked: string;
  /** What it matches. */
  readonly letters: Range;
  /** The word of the text in which that lies. */
  readonly word: Range;
}

/**
 * Finds where a text has the folded words of a query, by the rules of the index; by word of the text, then of the query. Some
 * microseconds for a name.
 */
export function matchWords(text: string, asked: readonly string[]): WordMatch[] {
  const wanted = [...new Set(asked)];
  const matches: WordMatch[] = [];
  for (const { 0: word, index } of fold(text).matchAll(WORD)) {
    const starts = searchableStarts(word);
    for (const each of wanted) {
      for (const start of starts) {
        if (!word.startsWith(each, start)) continue;
        const from = index + start;
        matches.push({ asked: each, letters: [from, from + each.length], word: [index, index + word.length] });
      }
    }
  }
  return matches;
}

/** Where a name holds a query without letters or digits as it stands: ranges of the name, of whole characters with their marks. */
export function matchLiteral(name: string, query: string): Range[] {
  const ranges: Range[] = [];
  for (let at = name.indexOf(query); at >= 0 && query !== ""; at = name.indexOf(query, at + 1))
    ranges.push([at, at + query.length]);
  return widenRanges(name, ranges);
}
