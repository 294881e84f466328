import { SYNONYM_SLOTS } from "#src/format/text-levels.js";
import type { Synonyms } from "../synonyms/synonyms.js";
import { cached } from "./cached.js";
import { type RunEntry, sortByBytes } from "./run.js";

/** Indexes of terms by slot. */
type Slots = readonly Set<number>[];

/**
 * The synonyms of indexed terms: per word or phrase, its stems joined by single spaces, the indexes of the terms that
 * mean the same and of those that mean nearly the same. Words without such a term are left out.
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
  const slotsOf = new Map<string, Slots>();
  for (const [phrase, { strong, weak }] of synonyms) {
    let key: string | undefined;
    for (const [slot, words] of [strong, weak].entries()) {
      for (const word of words) {
        const index = indexOf(word);
        if (index === NONE) continue;
        key ??= phrase.split(" ").map(stemOf).join(" ");
        if (stemOf(word) === key) continue;
        let slots = slotsOf.get(key);
        if (slots === undefined) {
          slots = Array.from({ length: SYNONYM_SLOTS }, () => new Set<number>());
          slotsOf.set(key, slots);
        }
        slots[slot]!.add(index);
      }
    }
  }
  return sortByBytes([...slotsOf.keys()]).map((key) => {
    const [strong, weak] = slotsOf.get(key)! as [Set<number>, Set<number>];
    const lists = [[...strong], [...weak].filter((index) => !strong.has(index))];
    return { key, slots: lists.map((list) => Uint32Array.from(list).sort()) };
  });
}

/** Of a word that is not a term. */
const NONE = -1;
