import sharp, { type Sharp, type SharpOptions } from "sharp";
import type { Pixels } from "../phash/pixels.js";

/** Up to this size, every format takes less than 256 MiB. */
export const MAX_PIXELS = 6 * 10 ** 6;
/** Maximum time of a decoder for one step of an image, with a reserve for busy machines. */
const MAX_SECONDS = 60;

/** An image as it lies in its file, with decoding limits. Drawings are opened by `openDrawing`. */
export function openRaster(
  bytes: Uint8Array,
  options: Pick<SharpOptions, "density" | "ignoreIcc" | "svg"> = {},
): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", ...options }).timeout({ seconds: MAX_SECONDS });
}

/** Decodes an image in sRGB. @throws Error of the decoder if it can't be read or has more than 6 million pixels */
export async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.toColorspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
