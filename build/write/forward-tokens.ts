import { type RunEntry, sortByBytes } from "./run.js";

/** Per slot the ordinals with a word, ascending; null if there are none. An ordinal is in only one slot of a word. */
export type WordPostings = readonly (readonly number[] | null)[];

/**
 * Derives the postings of every prefix of every word, sorted by bytes, each ordinal in its lowest slot: the tokens that
 * FlexSearch's tokenizer "forward" indexes one by one. The cost is a mark per word and prefix instead of a hash lookup
 * per record, word and prefix.
 *
 * Sorted words with the same prefix are adjacent. Here, "s" is a prefix of words 0 to 2, "so" to "sou" of 0 and 1:
 *
 *     0  s o u l
 *     1  s o u n d
 *     2  s p
 *
 * @param first the lowest ordinal
 * @param count number of ordinals from there on
 */
export function forwardTokens(
  words: ReadonlyMap<string, WordPostings>,
  slots: number,
  first: number,
  count: number,
): RunEntry[] {
  const sorted = sortByBytes([...words.keys()]);
  const postings = sorted.map((word) => words.get(word)!);
  const shared = sorted.map((word, at) => (at === 0 ? 0 : sharedBeginning(sorted[at - 1]!, word)));
  const unite = createCollector(slots, first, count);
  const tokens: RunEntry[] = [];
  for (const [at, word] of sorted.entries()) {
    const from = tokens.length;
    let end = at + 1;
    let united: readonly ArrayLike<number>[] | undefined;
    // From the whole word down, since shorter prefixes are shared by more words; prefixes shared with the previous word
    // are done.
    for (let length = word.length; length > shared[at]!; length = previousEnd(word, length)) {
      const before = end;
      while (end < sorted.length && shared[end]! >= length) end++;
      if (united === undefined || end > before) united = unite(postings.slice(at, end));
      tokens.push({ key: word.slice(0, length), slots: united });
    }
    reverseFrom(tokens, from);
  }
  return tokens;
}

const NONE: readonly number[] = [];

/** The length of the longest common prefix that does not end inside a character. */
function sharedBeginning(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return splitsCharacter(b, at) ? at - 1 : at;
}

function previousEnd(word: string, length: number): number {
  return splitsCharacter(word, length - 1) ? length - 2 : length - 1;
}

/** Whether `at` is between the two halves of a surrogate pair. */
function splitsCharacter(text: string, at: number): boolean {
  return at > 0 && isBetween(text.charCodeAt(at), 0xdc00, 0xdfff) && isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff);
}

function isBetween(unit: number, low: number, high: number): boolean {
  return unit >= low && unit <= high;
}

function reverseFrom<T>(items: T[], from: number): void {
  for (let low = from, high = items.length - 1; low < high; low++, high--) {
    const item = items[low]!;
    items[low] = items[high]!;
    items[high] = item;
  }
}

/** Unites the postings of words slot by slot; an ordinal in a lower slot is removed from higher ones. */
function createCollector(
  slots: number,
  first: number,
  count: number,
): (words: readonly WordPostings[]) => readonly ArrayLike<number>[] {
  const marks = new Uint8Array(count);
  const found = new Uint32Array(count);
  const numbers = Array.from({ length: slots }, (_, slot) => slot);
  return (words) => {
    // The lists of a single word are already sorted and disjoint.
    if (words.length === 1) return numbers.map((slot) => words[0]![slot] ?? NONE);
    const united = numbers.map((slot) => {
      let size = 0;
      for (const word of words) {
        for (const ordinal of word[slot] ?? NONE) {
          if (marks[ordinal - first] === 1) continue;
          marks[ordinal - first] = 1;
          found[size++] = ordinal;
        }
      }
      return found.slice(0, size).sort();
    });
    for (const ordinals of united) for (const ordinal of ordinals) marks[ordinal - first] = 0;
    return united;
  };
}
