import { type Pixels, pixelWords } from "#src/phash/pixels.js";

/** The different colours of a picture with how many pixels have each, in the order in which they first appear. */
export interface ColorCounts {
  /** How many different colours there are. */
  readonly size: number;
  /** Red, green, blue and alpha of each. */
  readonly colors: Uint8Array;
  readonly counts: Uint32Array;
}

/**
 * Counts equal pixels once for all that is measured about colours: an icon of 16,000 pixels has some hundred colours.
 * Open addressing, linear probing, at most half full. Cost: a look-up for each pixel that differs from the one before it.
 */
export function countColors({ data }: Pixels): ColorCounts {
  const words = pixelWords(data);
  const bits = Math.max(4, 33 - Math.clz32(words.length));
  const mask = 2 ** bits - 1;
  // Entries hold the colour's number plus one; zero is free.
  const table = new Uint32Array(2 ** bits);
  const distinct = new Int32Array(words.length);
  const counts = new Uint32Array(words.length);
  let size = 0;
  let at = 0;
  while (at < words.length) {
    const word = words[at] as number;
    let end = at + 1;
    while (end < words.length && words[end] === word) end++;
    let slot = Math.imul(word, 0x9e3779b1) >>> (32 - bits);
    while (table[slot] !== 0 && distinct[(table[slot] as number) - 1] !== word) slot = (slot + 1) & mask;
    if (table[slot] === 0) {
      distinct[size] = word;
      table[slot] = ++size;
    }
    counts[(table[slot] as number) - 1]! += end - at;
    at = end;
  }
  return { size, colors: new Uint8Array(distinct.buffer, 0, size * 4), counts: counts.subarray(0, size) };
}
