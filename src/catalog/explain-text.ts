import { FACET, FACETS, type Facet, labelsOf } from "../format/filter-facets.js";
import type { IconRecord } from "../format/record.js";
import { fold, WORD } from "../text/fold.js";
import { textTerms, textWords } from "../text/text-terms.js";
import type { ExplainedWord } from "./explain.js";

/**
 * The texts that a search by meaning reads, beyond those of a search by name: of the record, and what icons of its name
 * are commonly called.
 */
export type TextField = "keyword" | "tag" | "description" | Facet | "common words";

/** How words compare by meaning. */
export interface Meaning {
  /** The stem of a folded word. */
  stem(word: string): string;
  /** Whether a folded word says nothing about an icon. */
  isFiller(word: string): boolean;
  /** The stems that mean the same or nearly the same as a stem. */
  synonyms(stem: string): ReadonlySet<string>;
  /** Whether the index finds the icon by a stem. */
  isIndexed(stem: string): boolean;
}

/**
 * Where an icon has the words of a query by meaning: for each word the first field that has it, or else the first that
 * has a synonym. Fillers and words that the icon lacks are absent. O(length of the texts · words).
 *
 * @param meaning of the words to the generation, and to this icon
 */
export function explainByMeaning(query: string, record: IconRecord, meaning: Meaning): ExplainedWord[] {
  const texts = textsOf(record);
  const queryWords = textWords(query, (word) => meaning.stem(word));
  const meaningful = queryWords.filter(({ word }) => !meaning.isFiller(word));
  return (meaningful.length === 0 ? queryWords : meaningful).flatMap(({ word: queryWord, terms }) => {
    const synonyms = new Set(terms.flatMap((term) => [...meaning.synonyms(term)]));
    const own = texts.flatMap(({ field, text }) => spelledIn(text, new Set([queryWord, ...terms]), meaning, field));
    if (own.length === 0 && terms.every((term) => meaning.isIndexed(term)))
      own.push({ field: "common words", word: queryWord });
    const [first] =
      own.length > 0 ? own : texts.flatMap(({ field, text }) => spelledIn(text, synonyms, meaning, field));
    return first === undefined ? [] : [{ queryWord, ...first }];
  });
}

interface FieldText {
  readonly field: ExplainedWord["field"];
  readonly text: string;
}

/** Best first, as in the levels of the index. */
function textsOf(record: IconRecord): FieldText[] {
  const { name, aliases = [], keywords = [], aiTags = [], description, developer } = record;
  const labels = FACETS.filter((field) => FACET[field].searched).flatMap((field) =>
    labelsOf(record, field).map((text) => ({ field, text })),
  );
  return [
    { field: "name", text: name },
    ...aliases.map((text) => ({ field: "alias" as const, text })),
    ...keywords.map((text) => ({ field: "keyword" as const, text })),
    ...aiTags.map(({ tag }) => ({ field: "tag" as const, text: tag })),
    ...(description === undefined ? [] : [{ field: "description" as const, text: description }]),
    { field: "developer", text: developer },
    ...labels,
  ];
}

/** The words of a text with one of some terms, as spelled in the dataset. */
function spelledIn(
  text: string,
  terms: ReadonlySet<string>,
  { stem }: Meaning,
  field: ExplainedWord["field"],
): Omit<ExplainedWord, "queryWord">[] {
  const spelled = text.match(WORD) ?? [];
  return spelled
    .filter((word) => terms.has(fold(word)) || textTerms(word, stem).some((term) => terms.has(term)))
    .map((word) => ({ field, word }));
}
