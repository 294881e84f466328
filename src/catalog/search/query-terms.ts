import type { Dictionary } from "../../format/dictionary.js";
import { keyBytes } from "../../format/key-bytes.js";
import { ordinalsOf, type PostingList } from "../../format/posting-list.js";
import { NAME_SLOTS, TEXT_LEVELS, WORD_SLOTS } from "../../format/text-levels.js";
import { drawingStyle } from "../../text/drawing-styles.js";
import { words } from "../../text/fold.js";
import { type TextWord, textWords } from "../../text/text-terms.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import { NAME_FILES, namesInQuery, postingsOfName } from "./names-in-query.js";
import type { TextRules } from "./text-rules.js";

/** Weights of a match by level: of the word itself, or of two words written as one, */
const OWN = [16, 14, 10, 16, 15, 11, 9, 8, 6, 2];
/** of a word that means the same as a phrase, */
const PHRASE = [14, 10, 9, 12, 13, 9, 8, 7, 5, 4];
/** of one that means the same as the word, */
const STRONG = [11, 7, 7, 10, 11, 7, 5, 6, 4, 4];
/** the same where icons have the word itself: neither within keywords nor in descriptions and labels, */
const BESIDE = [11, 7, 7, 11, 7, 5, 5];
/** the same, if few icons mention the words: for a single word, below every match of the word itself, */
const AFTER = [4, 3, 2, 4, 4, 3, 2];
/** of one that means nearly the same, */
const WEAK = [6, 5, 4, 6, 6, 4, 4, 3, 2, 2];
/** and of the whole name of an icon that means the same as a phrase, or as the word: the likeliest name, others, */
const NAMED = { phrase: { likely: PHRASE[0]!, other: 11 }, word: { likely: 10, other: 7 } };
/** the same, if few icons mention the words; */
const NAMED_AFTER = { phrase: { likely: AFTER[0]!, other: 1 }, word: { likely: AFTER[0]!, other: 1 } };
/** of the word itself in queries that compare, where names are no more than a mention, */
const COMPARED = [8, 8, 8, 8, 15, 11, 9, 8, 6, 5];
/** and of a word of a name that ends with the only word of the query that counts. */
const COMPOUND = 13;
/** Of a word in a name or alias, as opposed to a label. */
export const LEAST_NAME_WEIGHT = OWN[2]!;
const NAME_LEVELS = (["whole-name", "short-name", "name", "label"] as const).map((level) => TEXT_LEVELS.indexOf(level));
const WORD_LEVELS = NAME_LEVELS.slice(0, -1);
const KEYWORD_LEVELS = (["often", "twice", "keyword"] as const).map((level) => TEXT_LEVELS.indexOf(level));
/** A query with one of these, such as "zapier but self hosted", is not about the icon that it names. */
const COMPARING = new Set(
  words(`
    alternative alternatives but clone clones competitor competitors instead like replace replacement replacements rival
    rivals similar substitute substitutes`),
);
/** Minimum length of a word to find at the end of others, and of what comes before it there, in letters. */
const MIN_PART = 3;
/** A word that more beginnings of words end with is in too many of them to mean one. */
const MAX_ENDINGS = 64;
/** An optional term counts this much. */
const OPTIONAL_SHARE = 1 / 3;
/** Longest phrase with synonyms or translations, in words. */
export const LONGEST_PHRASE = 3;
/** Multiplies the binary logarithm of a term's rarity, so that it can be rounded. */
const RARITY_SCALE = 4;
/** The sum of this for every term of a search fits into a tally. It is reached from 2.5 million icons on. */
const MAX_SPECIFICITY = 85;

/** The icons that match a term in one way. */
export interface Alternative {
  readonly postings: PostingList;
  readonly weight: number;
  /** Whether the term is in their names or labels, as opposed to texts. */
  readonly isName: boolean;
}

/** A term of a query, looked up. */
export interface QueryTerm {
  /** The folded query word that it belongs to. */
  readonly word: string;
  /** Not empty, highest weight first. */
  readonly alternatives: readonly Alternative[];
  /** Whether it, or a word that means the same, is a whole keyword or tag. */
  readonly isKeyword: boolean;
  /** The rarer, the higher; at least 1. */
  readonly specificity: number;
}

/** The terms of a query. */
export interface QueryTerms {
  /** Those that match something. */
  readonly found: readonly QueryTerm[];
  /** The words with a term that matches nothing. */
  readonly unmatched: readonly string[];
  /** The terms of the query's other words that match something, except those about files. */
  readonly optional: readonly QueryTerm[];
  /** The icons whose whole name or alias stands in the query and hardly means anything else, unless it compares. */
  readonly named: readonly PostingList[];
}

/** A term of a query, with what `texts.bin` and `synonyms.bin` have of it. */
interface ResolvedTerm {
  readonly word: string;
  readonly term: string;
  /** Indexes of the term itself, and of the word as written. */
  readonly own: readonly number[];
  readonly targets: Targets;
  /** The icons of the longest whole names and aliases in the query that it is in; none in queries that compare. */
  readonly named: readonly PostingList[];
  /** The icons whose names have a word that ends with it, if it is the only word that counts. */
  readonly compounds: readonly PostingList[];
  /** Whether the query compares. */
  readonly isCompared: boolean;
  /** Whether it is about how icons are drawn, which only names tell. */
  readonly isStyle: boolean;
}

/**
 * Looks up the words of a query in all texts.
 *
 * @param text the query
 * @param wanted the folded words to look up; the others are left out
 * @returns the terms with the synonyms that count; only the look-up itself spends the budget
 */
export function lookUpTerms(
  generation: Generation,
  text: string,
  wanted: ReadonlySet<string>,
  { stem, fillers }: TextRules,
  budget: WorkBudget,
): (synonymy: Synonymy) => QueryTerms {
  const { manifest, dictionary } = generation;
  const texts = dictionary("texts");
  const all = textWords(text, stem, fillers.isFiller);
  const isCompared = all.some(({ word }) => COMPARING.has(word));
  const names = isCompared ? [] : namesInQuery(generation, all, fillers, budget);
  const resolve = (
    words: readonly TextWord[],
    targets: readonly Targets[],
    compounds: readonly PostingList[],
  ): ResolvedTerm[] =>
    words.flatMap((own, at) => {
      const { word, terms } = own;
      const named = names
        .filter((name) => name.words.some((other) => other.word === word))
        .flatMap(({ postings }) => postings);
      const style = all.length > 1 ? drawingStyle(word, all[all.indexOf(own) + 1]?.word) : [];
      const isStyle = style.length > 0;
      const usable = isStyle ? NO_TARGETS : (targets[at] ?? NO_TARGETS);
      return terms.map((term) => {
        budget.spend(4 * STEPS.lookUp);
        const joined = [(words[at - 1]?.word ?? "") + word, word + (words[at + 1]?.word ?? "")];
        const keys = new Set(isStyle ? style : [word, term, ...joined]);
        const indexes = [...keys].map((key) => texts.find(keyBytes(key))).filter((index) => index >= 0);
        return { word, term, own: indexes, isStyle, targets: usable, named, compounds, isCompared };
      });
    });
  const main = all.filter(({ word }) => wanted.has(word));
  const compounds = main.length === 1 ? compoundsWith(main[0]!.word, generation, budget) : [];
  const stems = main.map(({ terms }) => terms.join(" "));
  const resolved = resolve(main, synonymsOf(stems, generation, budget), compounds);
  const rest = all.filter(({ word }) => !wanted.has(word) && !fillers.isAboutFile(word));
  const others = resolve(rest, [], []);
  const optional = toQueryTerms(others, "none", texts, manifest.icons).found.map(toOptional);
  const meaningful = names.filter(({ isMeaningful }) => isMeaningful).flatMap(({ postings }) => postings);
  return (synonymy) => ({ ...toQueryTerms(resolved, synonymy, texts, manifest.icons), optional, named: meaningful });
}

function toOptional(term: QueryTerm): QueryTerm {
  return { ...term, specificity: Math.max(1, Math.round(term.specificity * OPTIONAL_SHARE)) };
}

/** The icons with a word in a name or alias that ends with another: for `flix`, Netflix. */
function compoundsWith(word: string, { dictionary, termEndings }: Generation, budget: WorkBudget): PostingList[] {
  if ([...word].length < MIN_PART) return [];
  const terms = dictionary("terms");
  const texts = dictionary("texts");
  budget.spend(2 * STEPS.lookUp);
  const endings = termEndings.endingWith(word);
  if (endings.length > MAX_ENDINGS) return [];
  budget.spend(endings.length * STEPS.lookUp);
  return Array.from(endings).flatMap((ending) => {
    const key = terms.key(ending);
    const isCompound = key.length >= word.length + MIN_PART;
    return isCompound ? namesWith(texts, key) : [];
  });
}

/** The icons with a folded word in a name or alias. Cost: a lookup. */
export function namesWith(texts: Dictionary, word: string): PostingList[] {
  const index = texts.find(keyBytes(word));
  return index < 0 ? [] : WORD_LEVELS.map((level) => texts.postings(index, level)).filter(({ count }) => count > 0);
}

function toQueryTerms(
  resolved: readonly ResolvedTerm[],
  synonymy: Synonymy,
  texts: Dictionary,
  universe: number,
): Pick<QueryTerms, "found" | "unmatched"> {
  const found = new Map<string, QueryTerm>();
  const unmatched = new Set<string>();
  for (const each of resolved) {
    const queryTerm = toQueryTerm(each, synonymy, texts, universe);
    if (queryTerm === undefined) unmatched.add(each.word);
    else if (!found.has(each.term)) found.set(each.term, queryTerm);
  }
  return { found: [...found.values()], unmatched: [...unmatched] };
}

/** Whether any text has a word, or a word with the same meaning. */
export function isKnownWord(
  { synonyms, dictionary }: Generation,
  word: string,
  stem: (word: string) => string,
  budget: WorkBudget,
): boolean {
  budget.spend(4 * STEPS.lookUp);
  return (
    dictionary("terms").find(keyBytes(word)) >= 0 ||
    [word, stem(word)].some((key) => dictionary("texts").find(keyBytes(key)) >= 0 || hasSynonyms(synonyms, key))
  );
}

/** For each word, whether it is in a phrase of several words that has synonyms. */
export function phrasesAmong(
  { synonyms }: Generation,
  words: readonly string[],
  stem: (word: string) => string,
  budget: WorkBudget,
): boolean[] {
  const stems = words.map(stem);
  const isInPhrase = words.map(() => false);
  for (const [from, to] of phrasesIn(stems)) {
    budget.spend(STEPS.lookUp);
    if (to - from > 1 && hasSynonyms(synonyms, stems.slice(from, to).join(" "))) isInPhrase.fill(true, from, to);
  }
  return isInPhrase;
}

/** Whether a word or phrase has synonyms, as opposed to translations. */
function hasSynonyms(synonyms: Dictionary, key: string): boolean {
  const index = synonyms.find(keyBytes(key));
  return index >= 0 && [...WORD_SLOTS, ...NAME_SLOTS].some((slot) => synonyms.postings(index, slot).count > 0);
}

/** The ranges of words that may have synonyms together. */
function* phrasesIn(stems: readonly string[]): Generator<readonly [from: number, to: number]> {
  for (let from = 0; from < stems.length; from++)
    for (let to = from + 1; to <= Math.min(stems.length, from + LONGEST_PHRASE); to++) yield [from, to];
}

/**
 * Which synonyms count besides the words of the query: none; synonyms of words that no icon has (`missing`); synonyms for
 * a query whose own words have results (`beside`), are only mentioned (`after`) or have no results (`same`); also words
 * with nearly the same meaning (`similar`). `named` is `beside`, but the query's own words, too, count only in names and as whole keywords.
 */
export type Synonymy = "none" | "missing" | "named" | "beside" | "after" | "same" | "similar";

/** The icons of a name. */
interface NamedIcons {
  readonly postings: readonly PostingList[];
  /** Whether it is the likeliest name. */
  readonly isLikely: boolean;
}

/** What means the same as a word. */
interface Targets {
  /** Indexes of terms, and whole names with their icons, that mean the same as several words. */
  readonly phrase: Set<number>;
  readonly phraseNames: Map<string, NamedIcons>;
  /** The same for the word alone. */
  readonly strong: Set<number>;
  readonly names: Map<string, NamedIcons>;
  /** Indexes of terms that mean nearly the same. */
  readonly weak: Set<number>;
}

const NO_TARGETS = emptyTargets();

function emptyTargets(): Targets {
  return { phrase: new Set(), phraseNames: new Map(), strong: new Set(), names: new Map(), weak: new Set() };
}

/** The synonyms of each word, also those of phrases that it is a part of. */
function synonymsOf(stems: readonly string[], { synonyms, dictionary }: Generation, budget: WorkBudget): Targets[] {
  const targets = stems.map(emptyTargets);
  for (const [from, to] of phrasesIn(stems)) {
    budget.spend(STEPS.lookUp);
    const index = synonyms.find(keyBytes(stems.slice(from, to).join(" ")));
    if (index < 0) continue;
    const isPhrase = to - from > 1;
    const [same, nearlySame] = WORD_SLOTS.map((slot) => [...ordinalsOf(synonyms.postings(index, slot))]);
    const named = NAME_SLOTS.flatMap((slot) =>
      Array.from(ordinalsOf(synonyms.postings(index, slot)), (at) => iconsNamed(synonyms.key(at).slice(1), slot)),
    );
    for (const target of targets.slice(from, to)) {
      for (const term of same!) (isPhrase ? target.phrase : target.strong).add(term);
      const names = isPhrase ? target.phraseNames : target.names;
      for (const [name, icons] of named) if (icons.isLikely || !names.has(name)) names.set(name, icons);
      for (const term of nearlySame!) target.weak.add(term);
    }
  }
  return targets;

  function iconsNamed(name: string, slot: number): readonly [name: string, icons: NamedIcons] {
    budget.spend(NAME_FILES.length * STEPS.lookUp);
    return [name, { postings: postingsOfName(dictionary, name), isLikely: slot === NAME_SLOTS[0] }];
  }
}

function toQueryTerm(
  { word, own, targets, named, compounds, isCompared, isStyle }: ResolvedTerm,
  synonymy: Synonymy,
  texts: Dictionary,
  universe: number,
): QueryTerm | undefined {
  const { phrase, phraseNames, strong, names, weak } = targets;
  const isBeside = synonymy === "beside" || synonymy === "named";
  const weights = isCompared ? COMPARED : OWN;
  const levels = isStyle ? WORD_LEVELS.length : synonymy === "named" ? BESIDE.length : weights.length;
  const exact = alternativesOf(own, weights.slice(0, levels), texts);
  // Beside few names, these are enough. Otherwise, they alone are left to the search inside words.
  const joined = exact.length > 0 || synonymy === "named" ? compounds : [];
  const written = [...exact, ...joined.map((postings) => ({ postings, weight: COMPOUND, isName: true }))];
  const hasOthers = synonymy !== "none" && (synonymy !== "missing" || written.length === 0);
  const byName = synonymy === "after" ? NAMED_AFTER : NAMED;
  // Lists, since those of a word with ten thousand synonyms are too long to be the arguments of one call.
  const others: Alternative[][] = hasOthers
    ? [alternativesNamed(phraseNames, byName.phrase), alternativesNamed(names, byName.word)]
    : [];
  if (synonymy === "after") others.push(alternativesOf(new Set([...phrase, ...strong]), AFTER, texts));
  else if (hasOthers)
    others.push(alternativesOf(phrase, PHRASE, texts), alternativesOf(strong, isBeside ? BESIDE : STRONG, texts));
  if (synonymy === "similar") others.push(alternativesOf(weak, WEAK, texts));
  const alternatives = [...written, ...others.flat()];
  if (alternatives.length === 0) return undefined;
  const counted = isBeside || synonymy === "after" ? written : alternatives;
  const icons = counted.reduce((sum, { postings }) => sum + postings.count, 0);
  const same = synonymy === "none" ? own : [...own, ...phrase, ...strong];
  const isAt = (level: number): boolean => same.some((index) => texts.postings(index, level).count > 0);
  const rarity = Math.log2(1 + universe / Math.min(universe, icons));
  return {
    word,
    alternatives: [...alternatives, ...named.map((postings) => ({ postings, weight: OWN[0]!, isName: true }))].sort(
      (a, b) => b.weight - a.weight,
    ),
    isKeyword: KEYWORD_LEVELS.some(isAt),
    specificity: Math.min(MAX_SPECIFICITY, Math.round(RARITY_SCALE * rarity)),
  };
}

function alternativesNamed(
  names: ReadonlyMap<string, NamedIcons>,
  weights: { readonly likely: number; readonly other: number },
): Alternative[] {
  return [...names.values()].flatMap(({ postings, isLikely }) =>
    postings.map((icons) => ({ postings: icons, weight: isLikely ? weights.likely : weights.other, isName: true })),
  );
}

function alternativesOf(indexes: Iterable<number>, weights: readonly number[], texts: Dictionary): Alternative[] {
  return [...indexes].flatMap((index) =>
    weights
      .map((weight, level) => ({ postings: texts.postings(index, level), weight, isName: NAME_LEVELS.includes(level) }))
      .filter(({ postings }) => postings.count > 0),
  );
}
