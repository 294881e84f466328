import { SYNONYM_SLOTS } from "#src/format/text-levels.js";
import type { Synonyms } from "../synonyms/synonyms.js";
import { cached } from "./cached.js";
import { type RunEntry, sortByBytes } from "./run.js";

/** Of a word that is not a term. */
const NONE = -1;

/** What a term finds: indexes of terms that mean the same and nearly the same, and whole names. */
interface Found {
  readonly strong: Set<number>;
  readonly weak: Set<number>;
  readonly names: Set<string>;
}

/**
 * The synonyms of indexed terms: per word or phrase, its stems joined by single spaces, the indexes of the terms that
 * mean the same and of those that mean nearly the same, and the places of the whole names among the entries, whose keys
 * begin with a space. Words and names without such a term are left out.
 *
 * @param terms index of each term of `texts.bin`
 * @param stem the stem of a folded word
 */
export function synonymEntries(
  synonyms: Synonyms,
  terms: ReadonlyMap<string, number>,
  stem: (word: string) => string,
): RunEntry[] {
  // Words recur, and stemming each time would take most of the time of a small build.
  const stemOf = cached(stem);
  const indexOf = cached((word) => terms.get(stemOf(word)) ?? NONE);
  const isFound = cached((name) => (name.split(" ").every((word) => indexOf(word) !== NONE) ? name : undefined));
  const found = new Map<string, Found>();
  for (const [phrase, { strong, weak, names }] of synonyms) {
    const key = phrase.split(" ").map(stemOf).join(" ");
    const others = (words: readonly string[]): number[] =>
      words.filter((word) => stemOf(word) !== key).flatMap((word) => (indexOf(word) === NONE ? [] : [indexOf(word)]));
    const own = { strong: others(strong), weak: others(weak), names: names.filter((name) => isFound(name) === name) };
    if (own.strong.length + own.weak.length + own.names.length === 0) continue;
    const all = found.get(key) ?? { strong: new Set(), weak: new Set(), names: new Set() };
    for (const index of own.strong) all.strong.add(index);
    for (const index of own.weak) all.weak.add(index);
    for (const name of own.names) all.names.add(name);
    found.set(key, all);
  }
  const names = sortByBytes([...new Set([...found.values()].flatMap((each) => [...each.names]))]);
  const places = new Map(names.map((name, place) => [name, place]));
  const nothing = Array.from({ length: SYNONYM_SLOTS }, () => new Uint32Array());
  return [
    ...names.map((name) => ({ key: ` ${name}`, slots: nothing })),
    ...sortByBytes([...found.keys()]).map((key) => {
      const { strong, weak, names } = found.get(key)!;
      const lists = [
        strong,
        [...weak].filter((index) => !strong.has(index)),
        [...names].map((name) => places.get(name)!),
      ];
      return { key, slots: lists.map((list) => Uint32Array.from(list).sort()) };
    }),
  ];
}
