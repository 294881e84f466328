import { rasterize } from "#src/images/rasterize.js";
import { findRuns, type PixelRuns, type Pixels } from "#src/phash/pixels.js";
import type { Image } from "../image-file.js";
import { decodeRaster } from "./decode-raster.js";
import { shrinkIntoSquare } from "./shrink.js";
import { type StoredItem, storeImage } from "./store-image.js";

/** Width and height in pixels of what is measured: drawings look alike at all sizes from here on, and few images are shown larger. */
const SIDE = 128;
const AS_STORED = {
  width: SIDE,
  height: SIDE,
  color: undefined,
  background: undefined,
  padding: undefined,
  radius: 0,
  rotate: 0,
  flip: "none",
} as const;

/** The pixels of an image that its analysis looks at. */
export interface MeasuredPixels {
  /** A raster file without a background: its own pixels. Everything else: the square. */
  readonly hashed: Pixels;
  /** Those of `hashed`. */
  readonly runs: PixelRuns;
  /** The image as it is served, a square of 128 pixels. */
  readonly square: Pixels;
}

/** @throws Error the decoder's */
export async function measuredPixels({ stored, raster }: StoredItem): Promise<MeasuredPixels> {
  if (raster !== undefined && stored.background === undefined) {
    const { pixels, runs } = raster;
    const isSmall = Math.max(pixels.width, pixels.height) < SIDE;
    // A mean over areas: sharper ways of shrinking make up colors.
    const square = isSmall ? await rasterize(stored, AS_STORED) : shrinkIntoSquare(pixels, runs, SIDE);
    return { hashed: pixels, runs, square };
  }
  const square = await rasterize(stored, AS_STORED);
  return { hashed: square, runs: findRuns(square), square };
}

/** The pixels by which a file is hashed when no record says how to show it. @throws ImageError; Error the decoder's */
export async function decodeImage(image: Image): Promise<Pixels> {
  if (image.kind === "raster") return decodeRaster(image.bytes);
  const plain = { tint: undefined, background: undefined, padding: 0 };
  return (await measuredPixels(await storeImage(image, plain))).hashed;
}
