import { type Pixels, pixelWords } from "./pixels.js";

/**
 * Composites pixels onto white and reduces them to luma, one byte each, in the integer arithmetic of the Python
 * Imaging Library (`Image.alpha_composite`, then `convert("L")`, ITU-R 601 weights), to the last bit.
 */
export function lumaOnWhite({ width, height, data }: Pixels): Uint8Array {
  const pixels = width * height;
  const luma = new Uint8Array(pixels);
  const words = pixelWords(data);
  // Icons are mostly plain: a pixel like the one before it needs no arithmetic.
  let previous = -1;
  let level = 255;
  for (let at = 0; at < pixels; at++) {
    if (words[at] !== previous) {
      previous = words[at] as number;
      level = levelOnWhite(data, at * 4);
    }
    luma[at] = level;
  }
  return luma;
}

function levelOnWhite(data: Pixels["data"], at: number): number {
  const alpha = data[at + 3] as number;
  const red = onWhite(data[at] as number, alpha);
  const green = onWhite(data[at + 1] as number, alpha);
  const blue = onWhite(data[at + 2] as number, alpha);
  return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16;
}

/** One channel: weights with 7 fractional bits, the division by 255 done by shifts, as PIL's `Paste.c` does. */
function onWhite(value: number, alpha: number): number {
  if (alpha === 255) return value;
  const weight = 128 * alpha;
  const sum = value * weight + 255 * (255 * 128 - weight) + 16384;
  return (((sum >> 8) + sum) >> 8) >> 7;
}
