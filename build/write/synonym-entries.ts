import { SYNONYM_SLOTS } from "#src/format/text-levels.js";
import { DEFAULT_LANGUAGE } from "#src/text/language.js";
import { stemmerOf } from "#src/text/stem.js";
import type { NumberedLists, NumberedMeaning } from "../synonyms/numbered-meaning.js";
import { cached } from "./cached.js";
import { sortByBytes } from "./run.js";

/** Builds in one process have most words in common, and stemming them takes about 35 ms. */
const stemsIn = cached((language) => cached(stemmerOf(language)));

/** Of what a dataset does not have. */
const NONE = -1;

/** An entry of `synonyms.bin`. */
export interface SynonymEntry {
  readonly key: string;
  readonly slots: readonly Uint32Array[];
}

/** What a term finds, maybe twice: indexes of terms; places of names and translations, the likeliest first. */
interface Found {
  readonly strong: readonly number[];
  readonly weak: readonly number[];
  readonly names: readonly number[];
  readonly translations: readonly number[];
}

/** Most lists have nothing. */
const NOTHING: readonly never[] = [];
const NOTHING_FOUND: Found = { strong: NOTHING, weak: NOTHING, names: NOTHING, translations: NOTHING };
const NO_MEMBERS = new Uint32Array();
const NO_SLOTS: readonly Uint32Array[] = Array.from({ length: SYNONYM_SLOTS }, () => NO_MEMBERS);

/**
 * The synonyms of indexed terms: per word or phrase, its stems joined by single spaces, the indexes of the terms that
 * mean the same and of those that mean nearly the same, and the places of the whole names among the entries, whose keys
 * begin with a space. Words and names without such a term are left out. Likewise the translations per word or phrase of
 * other languages, whose words are not stemmed.
 *
 * Cost: about 60 ms for the built-in synonyms and a few records.
 *
 * @param language of the dataset
 * @param terms index of each term of `texts.bin`
 */
export function synonymEntries(
  meaning: NumberedMeaning,
  language: string | undefined = DEFAULT_LANGUAGE,
  terms: ReadonlyMap<string, number>,
): SynonymEntry[] {
  const stem = stemsIn(language);
  const indexOf = (word: string): number => terms.get(stem(word)) ?? NONE;
  const indexes = Int32Array.from(meaning.words, indexOf);
  const isKnown = (phrase: string): boolean => phrase.split(" ").every((word) => indexOf(word) !== NONE);
  const phrases = sortByBytes(meaning.phrases.filter(isKnown));
  const placeOf = new Map(phrases.map((phrase, place) => [phrase, place]));
  const places = Int32Array.from(meaning.phrases, (phrase) => placeOf.get(phrase) ?? NONE);

  const found = new Map<string, Found>();
  const add = (key: string, more: { readonly [Kind in keyof Found]?: Found[Kind] | undefined }): void => {
    const before = found.get(key) ?? NOTHING_FOUND;
    const { strong = NOTHING, weak = NOTHING, names = NOTHING, translations = NOTHING } = more;
    found.set(key, {
      strong: [...before.strong, ...strong],
      weak: [...before.weak, ...weak],
      names: [...before.names, ...names],
      translations: [...before.translations, ...translations],
    });
  };
  eachPresent(meaning.synonyms, [indexes, indexes, places], (term, [strong, weak, names]) =>
    add(term.split(" ").map(stem).join(" "), { strong, weak, names }),
  );
  // Those of other languages are not stemmed.
  eachPresent(meaning.translations, [places], (term, [translations]) => add(term, { translations }));
  const entries: SynonymEntry[] = phrases.map((text) => ({ key: ` ${text}`, slots: NO_SLOTS }));
  for (const key of sortByBytes([...found.keys()])) {
    const { strong, weak, names, translations } = found.get(key)!;
    const itself = terms.get(key);
    const same = strong.filter((index) => index !== itself);
    const related = weak.filter((index) => index !== itself && !strong.includes(index));
    if (same.length + related.length + names.length + translations.length === 0) continue;
    const slots = [members(same), members(related), ...likeliestApart(names), ...likeliestApart(translations)];
    entries.push({ key, slots });
  }
  return entries;
}

/**
 * Calls `visit` for each term of whose lists the dataset has something.
 *
 * @param kinds per list of a term, what the dataset has for each number, or `NONE`
 */
function eachPresent(
  { terms, numbers }: NumberedLists,
  kinds: readonly Int32Array[],
  visit: (term: string, lists: readonly (readonly number[])[]) => void,
): void {
  let at = 0;
  const present = (known: Int32Array): readonly number[] => {
    let place = at + 1;
    at = place + numbers[at]!;
    let found: number[] | undefined;
    for (; place < at; place++) {
      const number = known[numbers[place]!]!;
      if (number === NONE) continue;
      found ??= [];
      found.push(number);
    }
    return found ?? NOTHING;
  };
  for (const term of terms) {
    const lists = kinds.map(present);
    if (lists.some((list) => list !== NOTHING)) visit(term, lists);
  }
}

function members(numbers: readonly number[]): Uint32Array {
  return numbers.length === 0 ? NO_MEMBERS : Uint32Array.from(new Set(numbers)).sort();
}

function likeliestApart([first, ...others]: readonly number[]): readonly [Uint32Array, Uint32Array] {
  return first === undefined
    ? [NO_MEMBERS, NO_MEMBERS]
    : [Uint32Array.of(first), members(others.filter((place) => place !== first))];
}
