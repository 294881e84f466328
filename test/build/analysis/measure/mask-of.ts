import { type Mask, MaskWriter } from "#build/analysis/measure/mask.js";

/** The mask of the pixels with 1. */
export function maskOf(pixels: Uint8Array, width: number): Mask {
  const mask = new MaskWriter(width, pixels.length / width);
  for (const [at, pixel] of pixels.entries()) {
    if (at % width === 0) mask.startRow();
    if (pixel === 1) mask.add(at, at + 1);
  }
  return mask.finish();
}

/** 1 for each pixel of a mask. */
export function pixelsOf({ width, height, starts, ends }: Mask): Uint8Array {
  const pixels = new Uint8Array(width * height);
  for (const [span, start] of starts.entries()) pixels.fill(1, start, ends[span]!);
  return pixels;
}
