import { decodeContainer, encodeContainer, u32Section } from "./container.js";
import type { Dictionary } from "./dictionary.js";
import { FormatError } from "./format-error.js";
import type { TermTrie } from "./term-trie.js";

/**
 * The terms sorted by their letters from the last to the first. Every prefix of a word is a term, so letters inside a
 * word end a term: `netflix` is found by the term `netfl`, which ends with `fl`.
 */
export interface TermEndings {
  /**
   * Indexes of the terms that end with a text, a view of the mapping. O(log terms).
   *
   * @throws FormatError if the table is damaged
   */
  endingWith(ending: string): Uint32Array;
}

/** Cost: sorts the terms; 4 bytes per term, and as much temporarily. */
export function encodeTermEndings({ ends, letters }: Pick<TermTrie, "ends" | "letters">): Uint8Array {
  const parents = parentsOf(ends);
  const order = Uint32Array.from(letters, (_, index) => index);
  order.sort((a, b) => {
    let one = a;
    let other = b;
    // A term that is the end of another one comes before it.
    for (;;) {
      const difference = letters[one]! - letters[other]!;
      if (difference !== 0) return difference;
      one = parents[one]!;
      other = parents[other]!;
      if (one === NO_PARENT) return other === NO_PARENT ? 0 : -1;
      if (other === NO_PARENT) return 1;
    }
  });
  return encodeContainer("TEND", 0, [order]);
}

const NO_PARENT = 2 ** 32 - 1;

/** For each term, the index of the term without its last letter. */
function parentsOf(ends: Uint32Array): Uint32Array {
  const parents = new Uint32Array(ends.length);
  const open: number[] = [];
  for (let index = 0; index < ends.length; index++) {
    while (open.length > 0 && ends[open.at(-1)!]! <= index) open.pop();
    parents[index] = open.at(-1) ?? NO_PARENT;
    open.push(index);
  }
  return parents;
}

/**
 * Opens the table in place.
 *
 * @param terms the terms that it sorts
 * @throws FormatError if the table is damaged
 */
export function decodeTermEndings(bytes: Uint8Array, file: string, terms: Dictionary): TermEndings {
  const order = u32Section(decodeContainer(bytes, "TEND", file), 0);
  if (order.length !== terms.size) throw new FormatError(file, "has a different number of terms than the dictionary");
  const compare = (at: number, ending: readonly number[]): number => {
    const index = order[at]!;
    if (index >= terms.size) throw new FormatError(file, `entry ${at} lies outside the table`);
    const term = terms.key(index);
    let end = term.length;
    for (const letter of ending) {
      if (end === 0) return -1;
      end -= isLowSurrogate(term.charCodeAt(end - 1)) ? 2 : 1;
      const difference = term.codePointAt(end)! - letter;
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const boundary = (
    from: number,
    to: number,
    isBefore: (difference: number) => boolean,
    ending: readonly number[],
  ): number => {
    let low = from;
    for (let high = to; low < high; ) {
      const middle = (low + high) >>> 1;
      if (isBefore(compare(middle, ending))) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    endingWith(ending) {
      const letters = lettersFromLast(ending);
      const first = boundary(0, order.length, (difference) => difference < 0, letters);
      // Most endings are of few terms, so the last one is near.
      let reach = 1;
      while (first + reach < order.length && compare(first + reach, letters) === 0) reach *= 2;
      const most = Math.min(order.length, first + reach);
      return order.subarray(
        first,
        boundary(first, most, (difference) => difference <= 0, letters),
      );
    },
  };
}

/** Whether a code unit is the second half of a letter. */
function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function lettersFromLast(text: string): number[] {
  return Array.from(text, (letter) => letter.codePointAt(0)!).reverse();
}
