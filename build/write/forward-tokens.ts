import type { RunEntry } from "./run.js";
import { sortByBytes } from "./sort-by-bytes.js";

/** Where a word stands: per slot the ordinals, rising. An ordinal is in one slot of a word only. */
export type WordPostings = ReadonlyMap<string, readonly (readonly number[] | undefined)[]>;

/**
 * Derives the postings of every beginning of every word, sorted by bytes, each ordinal in its lowest slot: what FlexSearch's
 * tokenizer "forward" would index token by token, at the cost of a mark per word and beginning instead of a hash look-up per
 * record, word and beginning.
 *
 * @param first the lowest ordinal
 * @param count ordinals from there on
 */
export function forwardTokens(words: WordPostings, slots: number, first: number, count: number): RunEntry[] {
  const wordsOfToken = new Map<string, string[]>();
  for (const word of words.keys()) {
    let token = "";
    for (const character of word) {
      token += character;
      const known = wordsOfToken.get(token);
      if (known === undefined) wordsOfToken.set(token, [word]);
      else known.push(word);
    }
  }
  const collect = createCollector(first, count);
  return sortByBytes([...wordsOfToken.keys()]).map((token) => {
    const its = wordsOfToken.get(token)!;
    const lists = Array.from({ length: slots }, (_, slot) => its.map((word) => words.get(word)![slot] ?? NONE));
    return { key: token, slots: collect(lists) };
  });
}

const NONE: readonly number[] = [];

/** Unites lists slot by slot; what was in a lower slot is not in a higher one. */
function createCollector(first: number, count: number): (slots: (readonly number[])[][]) => Uint32Array[] {
  const marks = new Uint8Array(count);
  const found = new Uint32Array(count);
  return (slots) => {
    const united = slots.map((lists) => {
      let size = 0;
      for (const list of lists) {
        for (const ordinal of list) {
          if (marks[ordinal - first] === 1) continue;
          marks[ordinal - first] = 1;
          found[size++] = ordinal;
        }
      }
      // One list is sorted already.
      return lists.length === 1 ? found.slice(0, size) : found.slice(0, size).sort();
    });
    for (const ordinals of united) for (const ordinal of ordinals) marks[ordinal - first] = 0;
    return united;
  };
}
