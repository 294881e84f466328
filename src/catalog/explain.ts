import type { IconRecord } from "../format/record.js";
import type { RUNGS, Rung } from "../format/rungs.js";
import { composeHangul, words } from "../text/fold.js";
import { type Range, unfoldRanges } from "../text/folded-pieces.js";
import type { TextField } from "./explain-text.js";
import type { Query } from "./list-request.js";
import { indexQueryWords, matchLiteral, matchWords, type QueryWords } from "./word-matches.js";

/** The reason for each tier, best first. Exact and prefix matches compare the folded words, joined by single spaces. */
export const TIER_REASONS = [
  "exact name",
  "exact alias",
  "name begins with the query",
  "all words in the name",
  "words in name, aliases, developer",
] as const;

/** Where one query word was found. */
export interface ExplainedWord {
  /** The folded query word, or the whole query if it has no letter or digit. */
  readonly queryWord: string;
  readonly field: "name" | "alias" | "developer" | TextField;
  /** The word that contains the match, as spelled in the dataset. */
  readonly word: string;
}

/** Why an icon is at its position in a list. */
export interface Explanation {
  /** From 1, the best. Icons of a lower tier come first. */
  readonly tier: number;
  readonly reason: (typeof TIER_REASONS)[number] | (typeof RUNGS)[Rung]["label"] | "contains the symbols" | "no query";
  /** By query word, then name, aliases, developer. */
  readonly words: readonly ExplainedWord[];
  /**
   * Position in the dataset's order, from 0. The icons of a tier are sorted by it; of exact names, those with the symbols
   * of the query come first.
   */
  readonly ordinal: number;
}

/** The searched texts. */
export type SearchedTexts = Pick<IconRecord, "name" | "aliases" | "developer">;

/**
 * Explains an icon's position by its texts alone, without the index. O(length of the texts · words).
 *
 * @returns undefined if the query does not match the icon
 */
export function explain(query: Query | undefined, texts: SearchedTexts, ordinal: number): Explanation | undefined {
  if (query === undefined) return { tier: 1, reason: "no query", words: [], ordinal };
  if (query.words.length === 0) {
    const found = explainLiteral(texts.name, query.text);
    return found.length === 0 ? undefined : { tier: 1, reason: "contains the symbols", words: found, ordinal };
  }
  const found = explainWords(query.words, texts);
  const missing = query.words.some((word) => found.every(({ queryWord }) => queryWord !== word));
  if (missing) return undefined;
  const tier = tierOf(query.words, texts, found);
  const written = found.map((each) => ({ ...each, queryWord: composeHangul(each.queryWord) }));
  return { tier: tier + 1, reason: TIER_REASONS[tier]!, words: written, ordinal };
}

function explainLiteral(name: string, query: string): ExplainedWord[] {
  return matchLiteral(name, query).map((range) => ({ queryWord: query, field: "name", word: name.slice(...range) }));
}

/** Each pair of a query word and a word of a text once. */
function explainWords(words: readonly string[], { name, aliases = [], developer }: SearchedTexts): ExplainedWord[] {
  const wanted = indexQueryWords(words);
  const found = [
    ...explainText("name", name, wanted),
    ...aliases.flatMap((alias) => explainText("alias", alias, wanted)),
    ...explainText("developer", developer, wanted),
  ];
  const byWord = words.flatMap((word) => found.filter((each) => each.queryWord === word));
  return [...new Map(byWord.map((each) => [JSON.stringify(each), each])).values()];
}

function explainText(field: ExplainedWord["field"], text: string, query: QueryWords): ExplainedWord[] {
  const spelled = (range: Range): string => text.slice(...unfoldRanges(text, [range])[0]!);
  return matchWords(text, query).map((match) => ({ queryWord: match.queryWord, field, word: spelled(match.word) }));
}

/** The index of the first reason that applies. */
function tierOf(
  queryWords: readonly string[],
  { name, aliases = [] }: SearchedTexts,
  found: readonly ExplainedWord[],
): number {
  const query = queryWords.join(" ");
  const ownName = words(name).join(" ");
  const holds = [
    ownName === query,
    aliases.some((alias) => words(alias).join(" ") === query),
    ownName.startsWith(query),
    queryWords.every((word) => found.some((each) => each.queryWord === word && each.field === "name")),
  ];
  const first = holds.indexOf(true);
  return first < 0 ? TIER_REASONS.length - 1 : first;
}
