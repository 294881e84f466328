import { type Pixels, pixelWords } from "#src/phash/pixels.js";

/**
 * A picture of half the side: each pixel is the mean of four, weighted by their alpha; four alike stay as they are. A renderer that smooths edges by
 * the area that they cover would draw about the same at that size, so nothing is sharpened and no colour made up.
 *
 * @param pixels of an even width and height
 */
export function halve({ width, height, data }: Pixels): Pixels {
  const half = { width: width >> 1, height: height >> 1, data: new Uint8Array((width >> 1) * (height >> 1) * 4) };
  const words = pixelWords(data);
  const halfWords = pixelWords(half.data);
  for (let y = 0; y < half.height; y++) {
    let from = y * 2 * width;
    for (let to = y * half.width, end = to + half.width; to < end; to++, from += 2) {
      const word = words[from] as number;
      // Most of an icon is plain.
      if (word === words[from + 1] && word === words[from + width] && word === words[from + width + 1]) {
        halfWords[to] = word;
      } else {
        mixFour(data, from * 4, width * 4, half.data, to * 4);
      }
    }
  }
  return half;
}

function mixFour(data: Pixels["data"], at: number, row: number, mixed: Uint8Array, to: number): void {
  const alpha0 = data[at + 3] as number;
  const alpha1 = data[at + 7] as number;
  const alpha2 = data[at + row + 3] as number;
  const alpha3 = data[at + row + 7] as number;
  const alpha = alpha0 + alpha1 + alpha2 + alpha3;
  // What is clear has no colour, and stays zero.
  if (alpha === 0) return;
  for (let channel = at; channel < at + 3; channel++) {
    const sum =
      (data[channel] as number) * alpha0 +
      (data[channel + 4] as number) * alpha1 +
      (data[channel + row] as number) * alpha2 +
      (data[channel + row + 4] as number) * alpha3;
    mixed[to + channel - at] = sum / alpha + 0.5;
  }
  mixed[to + 3] = (alpha + 2) >> 2;
}
