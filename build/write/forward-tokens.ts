/** Where a word stands: per slot the ordinals, rising. An ordinal is in one slot of a word only. */
export type WordPostings = ReadonlyMap<string, readonly (readonly number[] | undefined)[]>;

/** A beginning of words with the ordinals of all of them, each in its lowest slot. */
export interface TokenPostings {
  readonly token: Buffer;
  readonly slots: readonly Uint32Array[];
}

/**
 * Derives the postings of every beginning of every word, sorted by bytes: what FlexSearch's tokenizer "forward" would index
 * token by token, at the cost of a mark per word and beginning instead of a hash look-up per record, word and beginning.
 *
 * @param first the lowest ordinal
 * @param count ordinals from there on
 */
export function forwardTokens(words: WordPostings, slots: number, first: number, count: number): TokenPostings[] {
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
  return [...wordsOfToken]
    .map(([token, its]) => ({
      token: Buffer.from(token),
      slots: collect(Array.from({ length: slots }, (_, slot) => its.map((word) => words.get(word)![slot] ?? NONE))),
    }))
    .sort((a, b) => a.token.compare(b.token));
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
