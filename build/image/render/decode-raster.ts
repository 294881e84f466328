import { DRAWING_DENSITY, openDrawing } from "#src/images/open-drawing.js";
import { openRaster, toPixels } from "#src/images/open-raster.js";
import type { Pixels } from "#src/phash/pixels.js";
import { decodeApplePng, isApplePng } from "../decode/apple-png.js";
import { avifColorSpace } from "../decode/avif-color-space.js";
import { toSrgb } from "../decode/color-space.js";
import { pngColorSpace } from "../decode/png-color-space.js";
import { longerSideOf } from "./svg-size.js";

const MAX_DENSITY = 7200;

/** A raster file, decoded. */
export interface DecodedFile extends Pixels {
  /** Whether other programs can't decode the file, or see other colors in it without its metadata. */
  readonly isConverted: boolean;
}

/**
 * Decodes a raster file at its own size, upright and in sRGB, as browsers show it.
 *
 * @param isUpright whether it certainly has no orientation; looking for one takes a twentieth of the time
 * @throws Error of the decoder if it can't be read or has more than 6 million pixels
 */
export async function decodeRaster(bytes: Uint8Array, isUpright = false): Promise<DecodedFile> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const png = pngColorSpace(file);
  const space = png ?? avifColorSpace(file);
  const isApple = isApplePng(file);
  const image = openRaster(bytes, { ignoreIcc: png !== undefined });
  const pixels = await (isApple ? decodeApplePng(file) : toPixels(isUpright ? image : image.autoOrient()));
  const isChanged = space !== undefined && toSrgb(pixels, space);
  return { ...pixels, isConverted: isChanged || isApple || png?.overridesProfile === true };
}

/** Renders a drawing so that its longer side has about `side` pixels. @throws like `decodeRaster` */
export async function drawBySide(svg: Uint8Array, side: number): Promise<Pixels> {
  return toPixels(await openDrawing(svg, await densityFor(svg, side)));
}

/**
 * The density at which a drawing's longer side has about `side` pixels, so that it is rendered directly at that size.
 */
export async function densityFor(svg: Uint8Array, side: number): Promise<number> {
  const longer = longerSideOf(svg) ?? (await measureLongerSide(svg));
  return Math.min(MAX_DENSITY, Math.max(1, (DRAWING_DENSITY * side) / longer));
}

async function measureLongerSide(svg: Uint8Array): Promise<number> {
  const { width, height } = await (await openDrawing(svg, DRAWING_DENSITY)).metadata();
  return Math.max(width, height);
}
