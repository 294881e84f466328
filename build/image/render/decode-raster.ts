import sharp, { type Sharp } from "sharp";
import type { Pixels } from "#src/phash/pixels.js";
import { longerSideOf } from "./svg-size.js";

/** Maximum time of a decoder for one step of an image, with a reserve for busy machines. */
const MAX_SECONDS = 60;
/** Up to this size, every format takes less than 256 MiB. */
export const MAX_PIXELS = 6 * 10 ** 6;
/** Density of a drawing at its own size, in dots per inch. */
const DRAWING_DENSITY = 72;
const MAX_DENSITY = 7200;

/**
 * Decodes a raster file at its own size, upright and in sRGB.
 *
 * @param isUpright whether it certainly has no orientation; looking for one takes a twentieth of the time
 * @throws Error of the decoder if it can't be read or has more than 6 million pixels
 */
export function decodeRaster(bytes: Uint8Array, isUpright = false): Promise<Pixels> {
  return toPixels(isUpright ? open(bytes) : decoder(bytes));
}

/** Renders a drawing so that its longer side has about `side` pixels. @throws like `decodeRaster` */
export async function drawBySide(svg: Uint8Array, side: number): Promise<Pixels> {
  return toPixels(decoder(svg, await densityFor(svg, side)));
}

/**
 * The density at which a drawing's longer side has about `side` pixels, so that it is rendered directly at that size.
 */
export async function densityFor(svg: Uint8Array, side: number): Promise<number> {
  const longer = longerSideOf(svg) ?? (await measureLongerSide(svg));
  return Math.min(MAX_DENSITY, Math.max(1, (DRAWING_DENSITY * side) / longer));
}

async function measureLongerSide(svg: Uint8Array): Promise<number> {
  const { width, height } = await decoder(svg, DRAWING_DENSITY).metadata();
  return Math.max(width, height);
}

/** An upright image with decoding limits. @param density of a drawing, in dots per inch */
export function decoder(bytes: Uint8Array, density?: number): Sharp {
  return open(bytes, density).autoOrient();
}

/** An image as it lies in its file, with decoding limits. */
function open(bytes: Uint8Array, density?: number): Sharp {
  const options = { limitInputPixels: MAX_PIXELS, failOn: "error" as const };
  return sharp(bytes, density === undefined ? options : { ...options, density }).timeout({ seconds: MAX_SECONDS });
}

/** Decodes an image in sRGB. @throws like `decodeRaster` */
export async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.toColorspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
