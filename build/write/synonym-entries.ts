import { SYNONYM_SLOTS } from "#src/format/text-levels.js";
import type { InternedMeaning } from "./interned-meaning.js";
import { sortByBytes } from "./run.js";

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
 * Cost: about 10 ms for the built-in synonyms and a few records.
 *
 * @param terms index of each term of `texts.bin`
 */
export function synonymEntries(meaning: InternedMeaning, terms: ReadonlyMap<string, number>): SynonymEntry[] {
  const indexes = Int32Array.from(meaning.stems, (stem) => terms.get(stem) ?? NONE);
  const known = meaning.phrases.filter(({ stems }) => stems.every((stem) => indexes[stem] !== NONE));
  const phrases = sortByBytes(known.map(({ text }) => text));
  const placeOf = new Map(phrases.map((text, place) => [text, place]));
  const places = Int32Array.from(meaning.phrases, ({ text }) => placeOf.get(text) ?? NONE);

  const found = new Map<string, Found>();
  for (const term of meaning.terms) {
    const strong = present(term.strong, indexes);
    const weak = present(term.weak, indexes);
    const names = present(term.names, places);
    const translations = present(term.translations, places);
    if (strong.length + weak.length + names.length + translations.length === 0) continue;
    const key = meaning.keyOf(term);
    const before = found.get(key) ?? NOTHING_FOUND;
    found.set(key, {
      strong: [...before.strong, ...strong],
      weak: [...before.weak, ...weak],
      names: [...before.names, ...names],
      translations: [...before.translations, ...translations],
    });
  }
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

/** What the dataset has of a list. @param numbers of what lists name, or `NONE` */
function present(list: readonly number[], numbers: Int32Array): readonly number[] {
  if (list.length === 0) return NOTHING;
  const found: number[] = [];
  for (const place of list) if (numbers[place] !== NONE) found.push(numbers[place]!);
  return found;
}

function members(numbers: readonly number[]): Uint32Array {
  return numbers.length === 0 ? NO_MEMBERS : Uint32Array.from(new Set(numbers)).sort();
}

function likeliestApart([first, ...others]: readonly number[]): readonly [Uint32Array, Uint32Array] {
  return first === undefined
    ? [NO_MEMBERS, NO_MEMBERS]
    : [Uint32Array.of(first), members(others.filter((place) => place !== first))];
}
