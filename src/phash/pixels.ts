/** Raw pixels: four bytes each, red, green, blue, alpha (not premultiplied), sRGB, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/**
 * The pixels as one word each, for telling and counting equal ones. Which byte is where in a word depends on the machine.
 * Cost: none, unless the bytes are not aligned to 4.
 */
export function pixelWords(data: Pixels["data"]): Int32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}
