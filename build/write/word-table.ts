/** Numbers the words of ASCII texts, without a string per occurrence: most words recur. */
export interface WordTable {
  /**
   * Reads the words of an ASCII text in order, as `words` of `fold.ts` returns them. O(length); allocates nothing for
   * known words.
   *
   * @returns how many there are; their numbers are the first items of `found`
   */
  read(text: string): number;
  /** Overwritten by the next `read`. */
  readonly found: readonly number[];
  /** The words by number, in the order in which they were first read. Memory: every different word. */
  readonly words: readonly string[];
}

/** By ASCII character: the folded letter or digit; 0: a separator. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, unit) => {
  const folded = String.fromCharCode(unit).toLowerCase();
  return /[a-z0-9]/.test(folded) ? folded.charCodeAt(0) : 0;
});

const FIRST_SLOTS = 1 << 12;
/** FNV-1a. */
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

export function createWordTable(): WordTable {
  const words: string[] = [];
  const hashes: number[] = [];
  const found: number[] = [];
  /** An open hash table of word numbers plus 1. */
  let slots = new Uint32Array(FIRST_SLOTS);

  const grow = (): void => {
    slots = new Uint32Array(slots.length * 2);
    for (const [number, hash] of hashes.entries()) {
      let slot = firstSlot(hash, slots.length);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
  };
  const numberOf = (text: string, start: number, end: number, hash: number): number => {
    let slot = firstSlot(hash, slots.length);
    for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
      if (hashes[entry - 1] === hash && isWordAt(text, start, end, words[entry - 1]!)) return entry - 1;
      slot = (slot + 1) & (slots.length - 1);
    }
    const number = words.length;
    slots[slot] = number + 1;
    words.push(text.slice(start, end).toLowerCase());
    hashes.push(hash);
    if (2 * words.length > slots.length) grow();
    return number;
  };
  return {
    found,
    words,
    read(text) {
      let count = 0;
      let start = 0;
      let hash = SEED;
      for (let at = 0; at <= text.length; at++) {
        const letter = at < text.length ? FOLDED[text.charCodeAt(at)]! : 0;
        if (letter !== 0) {
          hash = Math.imul(hash ^ letter, PRIME);
          continue;
        }
        if (start < at) found[count++] = numberOf(text, start, at, hash);
        start = at + 1;
        hash = SEED;
      }
      return count;
    },
  };
}

/** @param slots a power of two */
function firstSlot(hash: number, slots: number): number {
  return (hash ^ (hash >>> 15)) & (slots - 1);
}

function isWordAt(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++)
    if (FOLDED[text.charCodeAt(start + at)] !== word.charCodeAt(at)) return false;
  return true;
}
