import sharp from "sharp";
import type { Pixels } from "#src/phash/pixels.js";

/** Up to so many colours, a drawing is smaller without loss than with it, and encoded faster. */
export const MAX_DRAWN_COLORS = 1024;

/**
 * Compresses pixels as the WebP picture that is served: without loss where there are few colours, as photographs are
 * elsewhere. Efforts are low, since an effort of 4 takes two to four times as long and saves a twentieth.
 *
 * @param colors how many different colours there are; beyond `MAX_DRAWN_COLORS` any number will do
 */
export async function encodeWebp({ data, width, height }: Pixels, colors: number): Promise<Buffer> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  return image
    .webp(colors <= MAX_DRAWN_COLORS ? { lossless: true, quality: 1, effort: 1 } : { quality: 88, effort: 2 })
    .toBuffer();
}
