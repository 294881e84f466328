import type { CardItem } from "../format/card.js";
import { unfoldRanges } from "../text/folded-pieces.js";
import type { Range } from "../text/range.js";
import type { Query } from "./list-request.js";
import { matchLiteral, matchWords } from "./word-matches.js";

/**
 * Which letters of an icon's texts a query matches: ranges of the texts as they are spelled, sorted, apart from each other. A
 * text without a match is absent.
 */
export interface Highlight {
  readonly name?: readonly Range[];
  readonly developer?: readonly Range[];
  /** The first alias with a word of the query that neither name nor developer has. */
  readonly alias?: { readonly text: string; readonly ranges: readonly Range[] };
}

/**
 * Highlights what a query matches in an icon that it finds. O(length of the texts · words).
 *
 * @param query undefined: nothing is highlighted
 * @param readAliases called only where name and developer do not have every word
 */
export function highlightOf(
  query: Query | undefined,
  { name, developer }: Pick<CardItem, "name" | "developer">,
  readAliases: () => readonly string[],
): Highlight {
  if (query === undefined) return {};
  const { words } = query;
  if (words.length === 0) return ofShown(matchLiteral(name, query.text), []);
  const inName = markWords(name, words);
  const inDeveloper = markWords(developer, words);
  const shown = ofShown(inName.ranges, inDeveloper.ranges);
  const missing = words.filter((word) => !inName.found.has(word) && !inDeveloper.found.has(word));
  if (missing.length === 0) return shown;
  for (const text of readAliases()) {
    const { found, ranges } = markWords(text, words);
    if (missing.some((word) => found.has(word))) return { ...shown, alias: { text, ranges } };
  }
  return shown;
}

/** Which of the words a text has, and where. */
interface Marked {
  readonly found: ReadonlySet<string>;
  readonly ranges: readonly Range[];
}

function markWords(text: string, words: readonly string[]): Marked {
  const matches = matchWords(text, words);
  if (matches.length === 0) return UNMARKED;
  const letters = matches.map((match) => match.letters);
  return { found: new Set(matches.map(({ asked }) => asked)), ranges: unfoldRanges(text, letters) };
}

const UNMARKED: Marked = { found: new Set(), ranges: [] };

function ofShown(name: readonly Range[], developer: readonly Range[]): Highlight {
  return { ...(name.length === 0 ? {} : { name }), ...(developer.length === 0 ? {} : { developer }) };
}
