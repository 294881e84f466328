import { decodeContainer, layOutContainer, type Pieces, u32Section } from "./container.js";
import { FormatError } from "./format-error.js";

const FIRST_CAPACITY = 1 << 12;

/**
 * The terms as a trie. Every prefix of a term is a term, and the terms with a common prefix directly follow it, so the
 * sorted terms are the nodes of a trie in preorder:
 *
 *     0 s   1 so   2 sou   3 soul   4 soun   5 sp        ends: 6 5 5 4 5 6
 */
export interface TermTrie {
  readonly file: string;
  /** Number of terms. */
  readonly size: number;
  /** Per term, the index after the last term that begins with it, in place. */
  readonly ends: Uint32Array;
  /** Per term, its last code point, in place. */
  readonly letters: Uint32Array;
}

/** Collects terms for a trie: 8 bytes each. */
export interface TermTrieBuilder {
  /**
   * Adds the next term, in byte order.
   *
   * @throws RangeError if the term without its last character has not been added before
   */
  add(term: Uint8Array): void;
  /** The trie of the added terms. Call after the last one. */
  trie(): Pick<TermTrie, "ends" | "letters">;
  encode(): Pieces;
}

export function createTermTrieBuilder(): TermTrieBuilder {
  let ends = new Uint32Array(FIRST_CAPACITY);
  let letters = new Uint32Array(FIRST_CAPACITY);
  let size = 0;
  let previous = new Uint8Array(0);
  /** The last term and its prefixes: their indexes and lengths in bytes. */
  const open: { readonly index: number; readonly length: number }[] = [];

  const closeBeyond = (length: number): void => {
    while (open.length > 0 && open.at(-1)!.length > length) ends[open.pop()!.index] = size;
  };
  const trie = (): Pick<TermTrie, "ends" | "letters"> => {
    closeBeyond(0);
    return { ends: ends.subarray(0, size), letters: letters.subarray(0, size) };
  };
  return {
    add(term) {
      const last = startOfLast(term);
      closeBeyond(sharedBytes(previous, term));
      if ((open.at(-1)?.length ?? 0) !== last)
        throw new RangeError(`a beginning of ${Buffer.from(term).toString()} is missing`);
      if (size === ends.length) {
        ends = doubled(ends);
        letters = doubled(letters);
      }
      letters[size] = Buffer.from(term.subarray(last)).toString().codePointAt(0)!;
      open.push({ index: size++, length: term.length });
      previous = Uint8Array.from(term);
    },
    trie,
    encode() {
      const finished = trie();
      const parts = [finished.ends, finished.letters];
      return layOutContainer(
        "TRIE",
        0,
        parts.map(({ byteLength }) => byteLength),
        parts,
      );
    },
  };
}

/** Opens a trie in place. @throws FormatError if the table is damaged */
export function decodeTermTrie(bytes: Uint8Array, file: string): TermTrie {
  const container = decodeContainer(bytes, "TRIE", file);
  const ends = u32Section(container, 0);
  const letters = u32Section(container, 1);
  if (ends.length !== letters.length) throw new FormatError(file, "ends and letters do not add up");
  return { file, size: ends.length, ends, letters };
}

/** Offset of the last character of a UTF-8 text. */
function startOfLast(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at > 0 && (bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}

function sharedBytes(a: Uint8Array, b: Uint8Array): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

function doubled(words: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(words.length * 2);
  larger.set(words);
  return larger;
}
