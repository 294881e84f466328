/** Raw pixels: four bytes each, red, green, blue, alpha (not premultiplied), sRGB, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}
