import { SYNONYM_SLOTS } from "#src/format/text-levels.js";
import type { Meaning } from "../synonyms/synonyms.js";
import { cached } from "./cached.js";
import { sortByBytes } from "./run.js";

/** Of a word that is not a term. */
const NONE = -1;

/** An entry of `synonyms.bin`. */
export interface SynonymEntry {
  readonly key: string;
  readonly slots: readonly Uint32Array[];
}

/**
 * What a term finds, maybe twice: indexes of terms that mean the same and nearly the same; names and translations, the
 * likeliest first.
 */
interface Found {
  readonly strong: readonly number[];
  readonly weak: readonly number[];
  readonly names: readonly string[];
  readonly translations: readonly string[];
}

/** Most terms find one kind of things, so memory for the others would cost more than all else. */
const NOTHING: readonly never[] = [];
const NO_MEMBERS = new Uint32Array();

/**
 * The synonyms of indexed terms: per word or phrase, its stems joined by single spaces, the indexes of the terms that
 * mean the same and of those that mean nearly the same, and the places of the whole names among the entries, whose keys
 * begin with a space. Words and names without such a term are left out. Likewise the translations per word or phrase of
 * other languages, whose words are not stemmed.
 *
 * @param terms index of each term of `texts.bin`
 * @param stem the stem of a folded word
 */
export function synonymEntries(
  { synonyms, translations }: Meaning,
  terms: ReadonlyMap<string, number>,
  stem: (word: string) => string,
): SynonymEntry[] {
  // Words recur, and stemming each time would take most of the time of a small build.
  const stemOf = cached(stem);
  const indexOf = cached((word) => terms.get(stemOf(word)) ?? NONE);
  const isKnown = cached((name) => name.split(" ").every((word) => indexOf(word) !== NONE));
  const keyOf = (phrase: string): string =>
    phrase.includes(" ") ? phrase.split(" ").map(stemOf).join(" ") : stemOf(phrase);
  const found = new Map<string, Found>();
  const add = (key: string, own: Found): void => {
    const { strong, weak, names, translations } = own;
    if (strong.length + weak.length + names.length + translations.length === 0) return;
    const known = found.get(key);
    found.set(key, known === undefined ? own : joined(known, own));
  };
  for (const [phrase, { strong, weak, names }] of synonyms) {
    const key = keyOf(phrase);
    const others = (words: readonly string[]): readonly number[] =>
      only(
        words.map((word) => (stemOf(word) === key ? NONE : indexOf(word))),
        (index) => index !== NONE,
      );
    add(key, { strong: others(strong), weak: others(weak), names: only(names, isKnown), translations: NOTHING });
  }
  for (const [phrase, meanings] of translations)
    add(phrase, { strong: NOTHING, weak: NOTHING, names: NOTHING, translations: only(meanings, isKnown) });

  const phrases = new Set<string>();
  for (const { names, translations } of found.values()) {
    for (const name of names) phrases.add(name);
    for (const translation of translations) phrases.add(translation);
  }
  const sorted = sortByBytes([...phrases]);
  const places = new Map(sorted.map((phrase, place) => [phrase, place]));
  const membersOf = (numbers: readonly number[]): Uint32Array =>
    numbers.length === 0 ? NO_MEMBERS : Uint32Array.from(numbers.length === 1 ? numbers : new Set(numbers)).sort();
  const placesOf = (some: readonly string[]): readonly number[] => some.map((phrase) => places.get(phrase)!);
  const likeliestApart = ([first, ...others]: readonly number[]): readonly [Uint32Array, Uint32Array] =>
    first === undefined
      ? [NO_MEMBERS, NO_MEMBERS]
      : [Uint32Array.of(first), membersOf(only(others, (place) => place !== first))];
  const nothing = Array.from({ length: SYNONYM_SLOTS }, () => NO_MEMBERS);
  return [
    ...sorted.map((phrase) => ({ key: ` ${phrase}`, slots: nothing })),
    ...sortByBytes([...found.keys()]).map((key) => {
      const { strong, weak, names, translations } = found.get(key)!;
      const slots = [
        membersOf(strong),
        membersOf(only(weak, (index) => !strong.includes(index))),
        ...likeliestApart(placesOf(names)),
        ...likeliestApart(placesOf(translations)),
      ];
      return { key, slots };
    }),
  ];
}

function joined(one: Found, other: Found): Found {
  return {
    strong: [...one.strong, ...other.strong],
    weak: [...one.weak, ...other.weak],
    names: [...one.names, ...other.names],
    translations: [...one.translations, ...other.translations],
  };
}

/** The members that pass a test, without a new list if there are none. */
function only<Member>(list: readonly Member[], passes: (member: Member) => boolean): readonly Member[] {
  return list.some(passes) ? list.filter(passes) : NOTHING;
}
