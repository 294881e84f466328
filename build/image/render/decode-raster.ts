import sharp, { type Sharp } from "sharp";
import type { Pixels } from "#src/phash/pixels.js";

/** How long a decoder may work on one step of an image, on a machine that is busy with other things too. */
const MAX_SECONDS = 60;
/** With them, every format takes less than 256 MiB. */
export const MAX_PIXELS = 6 * 10 ** 6;
/** A vector drawing has 72 dots per inch at its own size. */
const DRAWING_DENSITY = 72;
const MAX_DENSITY = 7200;

/** The pixels of a raster file at its own size, upright and in sRGB. @throws Error the decoder's, when it can't be read or has more than 6 million pixels */
export function decodeRaster(bytes: Uint8Array): Promise<Pixels> {
  return toPixels(decoder(bytes));
}

/**
 * Draws what no other renderer takes: a drawing whose size only its shapes tell, or that is very large. Its longer side gets about `side` pixels.
 *
 * @throws as `decodeRaster`
 */
export async function drawBySide(svg: Uint8Array, side: number): Promise<Pixels> {
  const { width, height } = await decoder(svg, DRAWING_DENSITY).metadata();
  const density = Math.min(MAX_DENSITY, Math.max(1, (DRAWING_DENSITY * side) / Math.max(width, height)));
  return toPixels(decoder(svg, density));
}

function decoder(bytes: Uint8Array, density?: number): Sharp {
  const options = { limitInputPixels: MAX_PIXELS, failOn: "error" as const };
  return sharp(bytes, density === undefined ? options : { ...options, density })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient();
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.toColorspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
