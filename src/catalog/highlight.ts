import type { ListItem } from "../format/list-item.js";
import { type Range, unfoldRanges } from "../text/folded-pieces.js";
import { UNLIMITED, type WorkBudget } from "./execution/work-budget.js";
import type { Query } from "./list-request.js";
import { indexQueryWords, markingSteps, matchLiteral, matchWords, type WordMatch } from "./word-matches.js";

/**
 * The letters of an icon's texts that a query matches: ranges of the original spelling, sorted and disjoint. A text
 * without a match is absent.
 */
export interface Highlight {
  readonly name?: readonly Range[];
  readonly developer?: readonly Range[];
  /** The first alias with a query word that neither name nor developer contains. */
  readonly alias?: { readonly text: string; readonly ranges: readonly Range[] };
}

/** Highlights the matches of a query in an icon that it finds. */
export type Highlighter = (
  texts: Pick<ListItem, "name" | "developer">,
  /** Called only if name and developer don't contain every word. */
  readAliases: () => readonly string[],
) => Highlight;

/**
 * Highlights the matches of a query in the icons that it finds. O(length of the texts · different lengths of words)
 * each.
 *
 * @param query undefined: nothing is highlighted
 * @returns a highlighter that throws QueryTooExpensiveError if the budget is spent
 */
export function createHighlighter(query: Query | undefined, budget: WorkBudget = UNLIMITED): Highlighter {
  if (query === undefined) return () => ({});
  const { words } = query;
  if (words.length === 0) return ({ name }) => ofShown(matchLiteral(name, query.text, budget), []);
  const wanted = indexQueryWords(words);
  return ({ name, developer }, readAliases) => {
    const inName = matchWords(name, wanted, budget);
    const inDeveloper = matchWords(developer, wanted, budget);
    const shown = ofShown(rangesOf(name, inName, budget), rangesOf(developer, inDeveloper, budget));
    const missing = new Set(wanted.places.keys());
    for (const match of [...inName, ...inDeveloper]) missing.delete(match.queryWord);
    if (missing.size === 0) return shown;
    for (const text of readAliases()) {
      const matches = matchWords(text, wanted, budget);
      if (matches.some((match) => missing.has(match.queryWord)))
        return { ...shown, alias: { text, ranges: rangesOf(text, matches, budget) } };
    }
    return shown;
  };
}

function rangesOf(text: string, matches: readonly WordMatch[], budget: WorkBudget): Range[] {
  if (matches.length === 0) return [];
  budget.spend(markingSteps(text));
  return unfoldRanges(
    text,
    matches.map(({ letters }) => letters),
  );
}

function ofShown(name: readonly Range[], developer: readonly Range[]): Highlight {
  return { ...(name.length === 0 ? {} : { name }), ...(developer.length === 0 ? {} : { developer }) };
}
