import { SYNONYM_SLOTS } from "#src/format/text-levels.js";
import type { Meaning } from "../synonyms/synonyms.js";
import { cached } from "./cached.js";
import { type RunEntry, sortByBytes } from "./run.js";

/** Of a word that is not a term. */
const NONE = -1;

/** What a term finds: indexes of terms that mean the same and nearly the same; whole names; what it means translated. */
interface Found {
  readonly strong: Set<number>;
  readonly weak: Set<number>;
  readonly names: Set<string>;
  /** The likeliest first. */
  readonly translations: Set<string>;
}

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
): RunEntry[] {
  // Words recur, and stemming each time would take most of the time of a small build.
  const stemOf = cached(stem);
  const indexOf = cached((word) => terms.get(stemOf(word)) ?? NONE);
  const isKnown = cached((name) => name.split(" ").every((word) => indexOf(word) !== NONE));
  const keyOf = (phrase: string): string => phrase.split(" ").map(stemOf).join(" ");
  const found = new Map<string, Found>();
  const foundBy = (key: string): Found => {
    let own = found.get(key);
    if (own === undefined) {
      own = { strong: new Set(), weak: new Set(), names: new Set(), translations: new Set() };
      found.set(key, own);
    }
    return own;
  };
  for (const [phrase, { strong, weak, names }] of synonyms) {
    const key = keyOf(phrase);
    const others = (words: readonly string[]): number[] =>
      words.filter((word) => stemOf(word) !== key).flatMap((word) => (indexOf(word) === NONE ? [] : [indexOf(word)]));
    for (const index of others(strong)) foundBy(key).strong.add(index);
    for (const index of others(weak)) foundBy(key).weak.add(index);
    for (const name of names) if (isKnown(name)) foundBy(key).names.add(name);
  }
  for (const [phrase, meanings] of translations)
    for (const meaning of meanings) if (isKnown(meaning)) foundBy(phrase).translations.add(meaning);

  const phrases = [...found.values()].flatMap(({ names, translations }) => [...names, ...translations]);
  const sorted = sortByBytes([...new Set(phrases)]);
  const places = new Map(sorted.map((phrase, place) => [phrase, place]));
  const placesOf = (some: Iterable<string>): number[] => Array.from(some, (phrase) => places.get(phrase)!);
  const nothing = Array.from({ length: SYNONYM_SLOTS }, () => new Uint32Array());
  return [
    ...sorted.map((phrase) => ({ key: ` ${phrase}`, slots: nothing })),
    ...sortByBytes([...found.keys()]).map((key) => {
      const { strong, weak, names, translations } = found.get(key)!;
      const [likeliest, ...otherMeanings] = placesOf(translations);
      const lists = [
        [...strong],
        [...weak].filter((index) => !strong.has(index)),
        placesOf(names),
        likeliest === undefined ? [] : [likeliest],
        otherMeanings,
      ];
      return { key, slots: lists.map((list) => Uint32Array.from(list).sort()) };
    }),
  ];
}
