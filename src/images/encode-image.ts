import sharp from "sharp";
import { type Pixels, pixelWords } from "../phash/pixels.js";
import type { ImageFormat } from "./image-options.js";

/** With at most this many colors, lossless encoding is smaller and faster than lossy encoding. */
const MAX_DRAWN_COLORS = 1024;
/** Background in formats without transparency, for icons without a background of their own. */
const PAPER = "#ffffff";

/**
 * Encodes pixels, for `ico` as a PNG within such a file. Uses low effort, since higher effort takes several times as long and saves a twentieth.
 */
export async function encodeImage(
  pixels: Pixels,
  format: Exclude<ImageFormat, "svg">,
  greyscale = false,
): Promise<Buffer> {
  const { data, width, height } = pixels;
  const image = sharp(data, { raw: { width, height, channels: 4 } }).greyscale(greyscale);
  switch (format) {
    case "png":
      return image.png({ compressionLevel: 6 }).toBuffer();
    case "ico":
      return image.png({ compressionLevel: 9 }).toBuffer();
    case "jpg":
      return image.flatten({ background: PAPER }).jpeg({ quality: 90, chromaSubsampling: "4:4:4" }).toBuffer();
    case "avif":
      return image.avif({ quality: 70, effort: 1, chromaSubsampling: "4:4:4" }).toBuffer();
    case "webp": {
      const isDrawn = countFewColors(pixels, MAX_DRAWN_COLORS) <= MAX_DRAWN_COLORS;
      return image.webp(isDrawn ? { lossless: true, quality: 1, effort: 1 } : { quality: 88, effort: 2 }).toBuffer();
    }
  }
}

/**
 * Number of different colors of an image, or `max` + 1 if there are more. Uses open addressing with linear probing; the
 * table is at most half full. Cost: a comparison per pixel, and a look-up for each that differs from the previous one.
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
