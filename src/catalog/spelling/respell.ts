import { doubleMetaphone } from "double-metaphone";
import type { Dictionary } from "../../format/dictionary.js";
import { keyBytes } from "../../format/key-bytes.js";
import { ordinalsOf } from "../../format/posting-list.js";
import { TEXT_LEVELS } from "../../format/text-levels.js";
import { withoutStyle } from "../../text/drawing-styles.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import { type Edit, editBetween } from "./edit-kinds.js";
import { nearTerms } from "./near-terms.js";
import { spacings } from "./spacings.js";

/** Minimum length of a word for one edit, and for two. */
const LETTERS_PER_EDITS = [4, 6];
/** Length of a word for two edits after the first letter, if both words sound alike and one is a letter longer. */
const BY_SOUND = 5;
/** Minimum length for any edits if both words sound alike, and the same if the correction is a part of a name. */
const ALIKE = { whole: 6, part: 7 };
/**
 * Up to this length, only a doubled letter or a swap is corrected in a word that is the whole query: other words are
 * too often one edit away.
 */
const SHORT = 4;
/** From this length on, the first letter may be wrong. */
const LONG = 7;
/** From this length on, a correction need not be a whole name, and two edits may be anywhere after the first letter. */
const VERY_LONG = 8;
/** Of the names that begin with a word, so many are compared with it without their style. */
const MAX_STYLED = 8;
/** Maximum number of candidate words per word. */
const MAX_TERMS = 8;
/** Maximum number of queries to look up. */
const MAX_TRIES = 24;
/** Longer queries are not respelled: they are unlikely to be names, and each word costs a walk. */
const MAX_WORDS = 8;
/** Maximum number of known words for joining two of them with an edit. */
const MAX_SPLIT = 3;
const NAME_LEVELS = (["whole-name", "short-name", "name"] as const).map((level) => TEXT_LEVELS.indexOf(level));
/** Maximum number of words for joining any two with an edit, since each pair costs a walk. */
const MAX_JOINED = 4;
/** How people write "&" in a name such as H&M. */
const AMPERSAND = "and";
/** Maximum number of unknown words. More are not typos. */
const MAX_UNKNOWN = 3;

/** What decides whether a respelled query is used. */
export interface Respelling {
  /** Whether the data has a word, in any text. */
  isKnown(word: string): boolean;
  /** Whether a query finds an icon. */
  finds(words: readonly string[]): boolean;
  readonly nearest: NearestWords;
}

/** `nearestWords` of one generation. */
export type NearestWords = (word: string, alone: boolean) => readonly string[];

/**
 * For a query without results, the closest query that has some.
 *
 * Candidates, in order: hiragana as katakana, or the reverse; the same letters with other spaces; the query without
 * "and"; up to three unknown words respelled; two adjacent words joined and respelled. Words are respelled to whole
 * words of names and aliases, which `nearestWords` explains.
 *
 * @returns the words to search for instead, or undefined if there are none
 * Cost: lookups for each letter, a partial walk of the trie for each respelled word, and at most 24 lookups.
 */
export function respell(
  generation: Generation,
  words: readonly string[],
  { isKnown, finds, nearest }: Respelling,
  budget: WorkBudget,
): readonly string[] | undefined {
  if (words.length > MAX_WORDS) return undefined;
  let left = MAX_TRIES;
  for (const candidate of candidates(generation, words, { isKnown, nearest }, budget)) {
    if (finds(candidate)) return candidate;
    if (--left === 0) return undefined;
  }
  return undefined;
}

/** Queries with similar spelling, closest first. */
function* candidates(
  generation: Generation,
  words: readonly string[],
  { isKnown, nearest }: Pick<Respelling, "isKnown" | "nearest">,
  budget: WorkBudget,
): Generator<string[]> {
  const other = words.map(withOtherKana);
  if (other.some((word, at) => word !== words[at])) yield other;
  yield* spacings(words, [generation.dictionary("names"), generation.dictionary("aliases")], budget);
  const unsaid = words.filter((word) => word !== AMPERSAND);
  if (unsaid.length > 0 && unsaid.length < words.length) yield unsaid;
  const unknown = [...words.keys()].filter((at) => !isKnown(words[at]!));
  if (unknown.length > MAX_UNKNOWN || (unknown.length === 0 && words.length > MAX_SPLIT)) return;
  const choices = unknown.map((at) => nearest(words[at]!, words.length === 1));
  for (const chosen of unknown.length === 0 ? [] : bestFirst(choices)) {
    const respelled = [...words];
    for (const [n, at] of unknown.entries()) respelled[at] = chosen[n]!;
    yield respelled;
  }
  if (words.length > MAX_JOINED) return;
  for (let at = 1; at < words.length; at++) {
    const joined = words[at - 1]! + words[at]!;
    if (joined.length < LONG || (unknown.length > 0 && !(unknown.includes(at - 1) || unknown.includes(at)))) continue;
    for (const near of nearest(joined, true)) yield [...words.slice(0, at - 1), near, ...words.slice(at + 1)];
  }
}

interface Candidate {
  readonly word: string;
  readonly distance: number;
  readonly edit: Edit;
  readonly startsAlike: boolean;
  readonly soundsAlike: boolean;
  /** The best ordinal. */
  readonly first: number;
}

/**
 * Words of names and aliases that are spelled like a word, most likely first: by number of edits, then the same first
 * letter, then swapped and doubled letters before missing and extra ones before wrong ones, then display order.
 *
 * @param alone whether the word is the whole query. @param isEveryday whether any name that has a word may be meant
 */
export function nearestWords(
  generation: Generation,
  word: string,
  alone: boolean,
  isEveryday: (word: string) => boolean,
  budget: WorkBudget,
): string[] {
  const letters = [...word].length;
  const most = LETTERS_PER_EDITS.filter((from) => letters >= from).length;
  if (most === 0) return [];
  const terms = generation.dictionary("terms");
  const texts = generation.dictionary("texts");
  let near = nearTerms(generation.termTrie, word, most, budget).filter(({ distance }) => distance > 0);
  if (letters === BY_SOUND) {
    const farther = nearTerms(generation.termTrie, word, most + 1, budget, true);
    near = [...near, ...farther.filter(({ distance }) => distance > most)];
  }
  budget.spend(near.length * STEPS.nearTerm);
  const sound = soundOf(word);
  return near
    .flatMap(({ index, distance }): Candidate[] => {
      const term = terms.key(index);
      const first = firstWithWord(texts, term);
      if (first === undefined) return [];
      const edit = editBetween(word, term);
      const startsAlike = term.codePointAt(0) === word.codePointAt(0);
      const soundsAlike = sound !== "" && soundOf(term) === sound;
      const candidate = { word: term, distance, edit, startsAlike, soundsAlike, first };
      const isSlip = alone && distance === 1 && startsAlike && isEveryday(term);
      const isPart = alone && !isName(generation, term, budget);
      return isSlip || isLikely(word, candidate, { letters, alone, isPart }) ? [candidate] : [];
    })
    .sort(byLikelihood)
    .map((candidate) => candidate.word)
    .slice(0, MAX_TERMS);
}

/**
 * The word of names or aliases that a word of five or more letters becomes if two neighboring letters are swapped:
 * `guage` → `gauge`. Of several, the one with the longest common beginning. Cost: a lookup for each letter.
 */
export function unswapped(generation: Generation, word: string, budget: WorkBudget): string | undefined {
  const letters = [...word];
  if (letters.length <= SHORT) return undefined;
  const texts = generation.dictionary("texts");
  for (let at = letters.length - 2; at >= 0; at--) {
    const [one, other] = [letters[at]!, letters[at + 1]!];
    if (one === other) continue;
    budget.spend(STEPS.lookUp);
    const swapped = [...letters.slice(0, at), other, one, ...letters.slice(at + 2)].join("");
    if (firstWithWord(texts, swapped) !== undefined) return swapped;
  }
  return undefined;
}

/** The first icon with this word in its name or an alias. */
function firstWithWord(texts: Dictionary, word: string): number | undefined {
  const index = texts.find(keyBytes(word));
  if (index < 0) return undefined;
  const firsts = NAME_LEVELS.flatMap((level) => ordinalsOf(texts.postings(index, level)).next().value ?? []);
  return firsts.length === 0 ? undefined : Math.min(...firsts);
}

function isName(generation: Generation, word: string, budget: WorkBudget): boolean {
  const key = keyBytes(word);
  const names = generation.dictionary("names");
  if (names.find(key) >= 0 || generation.dictionary("aliases").find(key) >= 0) return true;
  budget.spend(MAX_STYLED * STEPS.lookUp);
  const [from, to] = names.prefixRange(keyBytes(`${word} `));
  const some = Array.from({ length: Math.min(MAX_STYLED, to - from) }, (_, at) => names.key(from + at).split(" "));
  return some.some((name) => withoutStyle(name).length === 1);
}

/**
 * Whether a word may stand for another one. The less there is to compare, the more alike they must be, since a query
 * for a brand that the data lacks must not become another brand.
 *
 * @param isPart whether the candidate is only a part of names, and the word is the whole query
 */
function isLikely(
  word: string,
  { word: candidate, distance, edit, startsAlike, soundsAlike }: Candidate,
  { letters, alone, isPart }: { readonly letters: number; readonly alone: boolean; readonly isPart: boolean },
): boolean {
  const longer = Math.abs([...candidate].length - letters);
  if (soundsAlike && letters >= (isPart ? ALIKE.part : ALIKE.whole)) return true;
  if (isPart && (edit !== "swap" || longer !== 0) && letters < VERY_LONG) return false;
  if (distance === 1) {
    if (edit === "swap") return true;
    if (edit === "letter" && alone && letters < LONG) return false;
    return (letters > SHORT || !alone) && (startsAlike || letters >= LONG);
  }
  if (!startsAlike) return false;
  if (letters === BY_SOUND) return soundsAlike && longer === 1;
  if (letters >= VERY_LONG) return longer <= 1;
  return (
    longer === 0 && (edit === "order" || editBetween(withoutDoubles(word), withoutDoubles(candidate)) !== "several")
  );
}

/** How an English word sounds, in consonants: `fone` and `phone` → `FN`. Empty for other scripts. */
function soundOf(word: string): string {
  return doubleMetaphone(word)[0];
}

/** `reddit` and `reditt` → `redit` */
function withoutDoubles(word: string): string {
  return word.replace(/(.)\1+/gu, "$1");
}

const EDIT_ORDER: readonly Edit[] = ["none", "swap", "length", "slip", "letter", "order", "several"];

function byLikelihood(a: Candidate, b: Candidate): number {
  return (
    a.distance - b.distance ||
    Number(b.soundsAlike) - Number(a.soundsAlike) ||
    Number(b.startsAlike) - Number(a.startsAlike) ||
    EDIT_ORDER.indexOf(a.edit) - EDIT_ORDER.indexOf(b.edit) ||
    a.first - b.first
  );
}

/** The same syllables of Japanese in the other script. */
const KANA_APART = 0x60;

/** `すぽ` → `スポ`, `スポ` → `すぽ` */
function withOtherKana(word: string): string {
  const shift = (by: number) => (letter: string) => String.fromCodePoint(letter.codePointAt(0)! + by);
  const isHiragana = /[ぁ-ゖ]/.test(word);
  return isHiragana ? word.replace(/[ぁ-ゖ]/g, shift(KANA_APART)) : word.replace(/[ァ-ヶ]/g, shift(-KANA_APART));
}

/** All combinations of one element per list, sorted by the sum of their indexes. */
function* bestFirst(lists: readonly (readonly string[])[]): Generator<string[]> {
  const most = lists.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0);
  for (let sum = 0; sum <= most; sum++) yield* withSum(lists, sum);
}

/** The combinations of one element per list whose indexes add up to `sum`. */
function* withSum(lists: readonly (readonly string[])[], sum: number): Generator<string[]> {
  const [first, ...others] = lists;
  if (first === undefined) {
    if (sum === 0) yield [];
    return;
  }
  for (const [place, choice] of first.slice(0, sum + 1).entries())
    for (const rest of withSum(others, sum - place)) yield [choice, ...rest];
}
