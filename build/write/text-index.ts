import { FACET, FACETS, labelsOf } from "#src/format/filter-facets.js";
import type { IconRecord } from "#src/format/record.js";
import { TEXT_LEVELS, type TextLevel } from "#src/format/text-levels.js";
import { words } from "#src/text/fold.js";
import { isPlain, textTerms, textWords } from "#src/text/text-terms.js";
import type { CommonWords } from "../synonyms/common-words.js";
import { cached } from "./cached.js";
import { type RunEntry, sortByBytes } from "./run.js";
import { createWordTable } from "./word-table.js";

/** Collects the words of all texts of records, by meaning. */
export interface TextIndex {
  /** Ordinals must ascend. */
  add(ordinal: number, record: IconRecord): void;
  /** A posting list per level for each term, sorted by bytes. */
  entries(): RunEntry[];
}

/** The number of texts from which on a word outweighs a single mention. */
const OFTEN = 3;
const TWICE = 2;
/** The most words of a short name. */
const SHORT = 2;

const LEVELS = Object.fromEntries(TEXT_LEVELS.map((level, at) => [level, at])) as Readonly<Record<TextLevel, number>>;

/** The terms of a text by number, with duplicates. */
type Terms = readonly number[];

const SEARCHED = FACETS.filter((facet) => FACET[facet].searched);

/**
 * @param stem the stem of a folded word
 * @param commonWords describe icons without a description
 */
export function createTextIndex(stem: (word: string) => string, commonWords: CommonWords): TextIndex {
  const keys: string[] = [];
  const numbers = new Map<string, number>();
  // Of each term: the last record that has it, the best level there, and the number of texts.
  const last: number[] = [];
  const levels: number[] = [];
  const texts: number[] = [];
  const termOf = (key: string): number => {
    let term = numbers.get(key);
    if (term === undefined) {
      term = keys.length;
      numbers.set(key, term);
      keys.push(key);
      last.push(NO_ORDINAL);
      levels.push(0);
      texts.push(0);
    }
    return term;
  };
  const stems = cached(stem);
  const table = createWordTable();
  // Of each word of the table: the term of its stem, and its own, which only words of names have.
  const stemmed: number[] = [];
  const exact: number[] = [];
  /** @returns the number of words, which are in `table.found` */
  const readPlain = (text: string): number => {
    const count = table.read(text);
    for (let word = stemmed.length; word < table.words.length; word++) {
      stemmed.push(termOf(stem(table.words[word]!)));
      exact.push(NO_TERM);
    }
    return count;
  };
  const exactOf = (word: number): number => {
    if (exact[word] === NO_TERM) exact[word] = termOf(table.words[word]!);
    return exact[word]!;
  };
  const read = (text: string): Terms => {
    if (!isPlain(text)) return textTerms(text, stems).map(termOf);
    const terms = new Array<number>(readPlain(text));
    for (let at = 0; at < terms.length; at++) terms[at] = stemmed[table.found[at]!]!;
    return terms;
  };
  const readRecurring = cached(read);
  /** The terms of the words of a name, and of their stems. */
  const readName = (text: string): readonly [exact: Terms, stemmed: Terms] => {
    const terms = read(text);
    if (!isPlain(text)) return [words(text).map(termOf), terms];
    // `found` still has the words of the name.
    return [terms.map((_, at) => exactOf(table.found[at]!)), terms];
  };
  /** The terms of a text that is a single word; of others, none. */
  const readWhole = (text: string): Terms => {
    const [word, ...others] = isPlain(text) && text.includes(" ") ? [] : textWords(text, stems);
    return word === undefined || others.length > 0 ? NONE : word.terms.map(termOf);
  };

  // Per record its ordinal and the end of its postings; per posting, its term and level in one number.
  const ordinals: number[] = [];
  const ends: number[] = [];
  const postings: number[] = [];
  let ordinal = 0;
  const putTerm = (level: number, term: number): void => {
    if (last[term] === ordinal) return;
    last[term] = ordinal;
    levels[term] = level;
    texts[term] = 0;
    postings.push(term);
  };
  const put = (level: number, found: Terms): void => {
    for (const term of found) putTerm(level, term);
  };
  /** Like `put`, for a text that counts. */
  const putText = (level: number, found: Terms): void => {
    for (const term of found) {
      putTerm(level, term);
      texts[term]!++;
    }
  };
  return {
    add(next, record) {
      ordinal = next;
      const { name, aliases = NO_TEXTS, keywords = NO_TEXTS, aiTags = [], description, developer } = record;
      const phrases = aiTags.length === 0 ? keywords : [...keywords, ...aiTags.map(({ tag }) => tag)];
      const readNames = [readName(name)];
      for (const alias of aliases) readNames.push(readName(alias));
      for (const [exact] of readNames) if (exact.length === 1) put(LEVELS["whole-name"], exact);
      for (const [exact] of readNames) if (exact.length <= SHORT) put(LEVELS["short-name"], exact);
      for (const [exact] of readNames) put(LEVELS.name, exact);
      for (const [exact, stemmed] of readNames) if (exact.length === 1) put(LEVELS["form-of-whole-name"], stemmed);
      for (const [exact, stemmed] of readNames) if (exact.length <= SHORT) put(LEVELS.twice, stemmed);
      for (const phrase of phrases) put(LEVELS.keyword, readWhole(phrase));
      for (const [, stemmed] of readNames) put(LEVELS.phrase, stemmed);
      for (const phrase of phrases) putText(LEVELS.phrase, read(phrase));
      const common = description === undefined ? commonWords(name) : undefined;
      if (description !== undefined) putText(LEVELS.description, read(description));
      else if (common !== undefined) {
        putText(LEVELS.keyword, readRecurring(common[0]));
        putText(LEVELS.description, readRecurring(common[1]));
      }
      putText(LEVELS.description, readRecurring(developer));
      for (const facet of SEARCHED)
        for (const label of labelsOf(record, facet)) putText(LEVELS.label, readRecurring(label));
      for (let at = ends.at(-1) ?? 0; at < postings.length; at++) {
        const term = postings[at]!;
        postings[at] = term * TEXT_LEVELS.length + levelOf(levels[term]!, texts[term]!);
      }
      ordinals.push(ordinal);
      ends.push(postings.length);
    },
    entries() {
      const { starts, sorted } = sortPostings(postings, ordinals, ends, keys.length * TEXT_LEVELS.length);
      return sortByBytes(keys).map((key) => {
        const first = numbers.get(key)! * TEXT_LEVELS.length;
        const slots = TEXT_LEVELS.map((_, level) => {
          const start = starts[first + level]!;
          const end = starts[first + level + 1]!;
          return start === end ? NO_ORDINALS : sorted.subarray(start, end);
        });
        return { key, slots };
      });
    },
  };
}

/** Sorts ordinals by the lists they belong to: `starts` has the first of each list, and the end of the last. */
function sortPostings(
  postings: readonly number[],
  ordinals: readonly number[],
  ends: readonly number[],
  lists: number,
): { starts: Uint32Array; sorted: Uint32Array } {
  const starts = new Uint32Array(lists + 1);
  for (const list of postings) starts[list + 1]!++;
  for (let list = 0; list < lists; list++) starts[list + 1]! += starts[list]!;
  const next = starts.slice();
  const sorted = new Uint32Array(postings.length);
  let at = 0;
  for (let record = 0; record < ends.length; record++)
    for (; at < ends[record]!; at++) sorted[next[postings[at]!]!++] = ordinals[record]!;
  return { starts, sorted };
}

const NONE: Terms = [];
const NO_TEXTS: readonly string[] = [];
const NO_ORDINALS = new Uint32Array(0);
const NO_ORDINAL = -1;
const NO_TERM = -1;

/** The level of a term in a record. @param level the best one of its texts @param texts how many count */
function levelOf(level: number, texts: number): number {
  if (texts >= OFTEN) return Math.min(level, LEVELS.often);
  return texts >= TWICE ? Math.min(level, LEVELS.twice) : level;
}
