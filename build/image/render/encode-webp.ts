import sharp from "sharp";
import { type Pixels, pixelWords } from "#src/phash/pixels.js";

/** Up to so many colors, a drawing is smaller without loss than with it, and encoded faster. */
export const MAX_DRAWN_COLORS = 1024;

/**
 * Compresses pixels as the WebP image that is served: without loss where there are few colors, as photographs are
 * elsewhere. Efforts are low, since an effort of 4 takes two to four times as long and saves a twentieth.
 *
 * @param colors how many different colors there are; beyond `MAX_DRAWN_COLORS` any number will do
 */
export async function encodeWebp({ data, width, height }: Pixels, colors: number): Promise<Buffer> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  return image
    .webp(colors <= MAX_DRAWN_COLORS ? { lossless: true, quality: 1, effort: 1 } : { quality: 88, effort: 2 })
    .toBuffer();
}

/**
 * How many different colors an image has, or `max` + 1 as soon as there are more. Open addressing, linear probing, at most half full.
 * Cost: a comparison for each pixel, and a look-up for each that differs from the one before it.
 */
export function countFewColors({ data }: Pixels, max: number): number {
  const words = pixelWords(data);
  const bits = 33 - Math.clz32(max);
  const mask = 2 ** bits - 1;
  const table = new Int32Array(2 ** bits);
  const taken = new Uint8Array(2 ** bits);
  let count = 0;
  let previous = ~(words[0] as number);
  for (let at = 0; at < words.length && count <= max; at++) {
    const word = words[at] as number;
    if (word === previous) continue;
    previous = word;
    let slot = Math.imul(word, 0x9e3779b1) >>> (32 - bits);
    while (taken[slot] === 1 && table[slot] !== word) slot = (slot + 1) & mask;
    if (taken[slot] === 1) continue;
    table[slot] = word;
    taken[slot] = 1;
    count++;
  }
  return count;
}
