import sharp, { type Sharp } from "sharp";
import { IMAGE_SIDE, LARGE_IMAGE_SIDE } from "#src/format/artifact-files.js";
import { findRuns, type PixelRuns, type Pixels, pixelWords } from "#src/phash/pixels.js";
import type { Image } from "../image-file.js";
import { halve, shrink } from "./shrink.js";
import { longerSideOf } from "./svg-size.js";

/** Side of the square to which vector images, and images on a background, are rendered before hashing. */
const SIDE = 256;
/** How long a decoder may work on one step of an image, on a machine that is busy with other things too. */
const MAX_SECONDS = 60;
/** With them, every format takes less than 256 MiB. */
export const MAX_PIXELS = 6 * 10 ** 6;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** A vector drawing has 72 dots per inch at its own size. */
const SVG_DENSITY = 72;
const MAX_DENSITY = 7200;

export interface RenderOptions {
  /** `#rrggbb` under the image. */
  readonly background?: string | undefined;
  /** Margin around an image on a background, as part of the side. */
  readonly padding: number;
}

/** An image as it is hashed, and as it is served. */
export interface Rendered {
  /** A raster file without a background: its own pixels. Everything else: the square of 256 pixels. */
  readonly hashed: Pixels;
  /** Those of `hashed`. */
  readonly runs: PixelRuns;
  /** The square of 128 pixels. */
  readonly served: Pixels;
}

/**
 * Decodes an image into pixels; the aspect is kept, the rest of the square stays clear.
 *
 * @throws Error the decoder's, when it can't be read or has more than 6 million pixels
 */
export async function renderImage(image: Image, { background, padding }: RenderOptions): Promise<Rendered> {
  if (background === undefined && image.kind === "raster") {
    const hashed = await toPixels(decoder(image));
    const runs = findRuns(hashed);
    const small = Math.max(hashed.width, hashed.height) < IMAGE_SIDE;
    const served = small ? await toPixels(containIn(fromPixels(hashed), IMAGE_SIDE)) : shrink(hashed, runs, IMAGE_SIDE);
    return { hashed, runs, served };
  }
  const hashed = await containOn(image, background, padding, SIDE);
  return { hashed, runs: findRuns(hashed), served: halve(hashed) };
}

/**
 * The large image: 512 pixels a side of a drawing; of a raster file as many as it has itself up to 512, since nothing is
 * enlarged. Undefined where that is no more than the small image has.
 *
 * Cost: a drawing is drawn once more, and so is a raster file on a background decoded.
 *
 * @param rendered what `renderImage` gave for the image
 * @throws as `renderImage`
 */
export async function renderLarge(
  image: Image,
  { background, padding }: RenderOptions,
  { hashed, runs }: Rendered,
): Promise<Pixels | undefined> {
  if (image.kind === "svg") return containOn(image, background, padding, LARGE_IMAGE_SIDE);
  if (background === undefined) {
    const longer = Math.max(hashed.width, hashed.height);
    if (longer <= IMAGE_SIDE) return undefined;
    return longer > LARGE_IMAGE_SIDE ? shrink(hashed, runs, LARGE_IMAGE_SIDE) : inSquare(hashed, longer);
  }
  const { width, height } = await decoder(image).metadata();
  const side = Math.min(LARGE_IMAGE_SIDE, Math.floor(Math.max(width, height) / (1 - 2 * padding)));
  return side > IMAGE_SIDE ? containOn(image, background, padding, side) : undefined;
}

/** The pixels of an image file at its own size; a vector drawing in a square of 256 pixels. @throws as `renderImage` */
export async function decodeImage(image: Image): Promise<Pixels> {
  return image.kind === "svg" ? contain(image, SIDE) : toPixels(decoder(image));
}

/** Fits an image into a square, on a background with a margin around it. */
async function containOn(image: Image, background: string | undefined, padding: number, side: number): Promise<Pixels> {
  if (background === undefined) return contain(image, side);
  return onBackground(await contain(image, Math.round(side * (1 - 2 * padding))), background, side);
}

async function contain(image: Image, side: number): Promise<Pixels> {
  if (image.kind === "raster") return toPixels(containIn(decoder(image), side));
  const density = await densityFor(image, side);
  // Asked to resize, sharp parses a drawing twice, even if it has that size already.
  const drawn = await toPixels(decoder(image, density));
  const fits = Math.max(drawn.width, drawn.height) === side;
  return fits ? inSquare(drawn, side) : toPixels(containIn(decoder(image, density), side));
}

/** Lays an image in the middle of a clear square. */
function inSquare(pixels: Pixels, side: number): Pixels {
  const { width, height, data } = pixels;
  if (width === height) return pixels;
  const square = new Uint8Array(side * side * 4);
  const left = (side - width) >> 1;
  const top = (side - height) >> 1;
  for (let y = 0; y < height; y++) {
    square.set(data.subarray(y * width * 4, (y + 1) * width * 4), ((y + top) * side + left) * 4);
  }
  return { width: side, height: side, data: square };
}

function containIn(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: "contain", background: CLEAR });
}

/** Lays a square image in the middle of a plain one. */
function onBackground({ width, height, data }: Pixels, background: string, side: number): Pixels {
  const ground = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16));
  const square = Buffer.alloc(side * side * 4, Uint8Array.of(...ground, 255));
  const squareWords = pixelWords(square);
  const words = pixelWords(data);
  const margin = Math.floor((side - width) / 2);
  for (let y = 0; y < height; y++) {
    const shift = (y + margin) * side + margin - y * width;
    for (let from = y * width, end = from + width; from < end; from++) {
      const alpha = data[from * 4 + 3] as number;
      if (alpha === 255) squareWords[from + shift] = words[from] as number;
      else if (alpha > 0) {
        for (let channel = 0; channel < 3; channel++) {
          const over = (data[from * 4 + channel] as number) * alpha + (ground[channel] as number) * (255 - alpha);
          square[(from + shift) * 4 + channel] = over / 255 + 0.5;
        }
      }
    }
  }
  return { width: side, height: side, data: square };
}

/** The density at which a drawing's longer side comes out at `side` pixels, so that it is drawn once at that size. */
async function densityFor(image: Image, side: number): Promise<number> {
  const longer = longerSideOf(image.bytes) ?? (await measureLongerSide(image));
  return Math.min(MAX_DENSITY, Math.max(1, (SVG_DENSITY * side) / longer));
}

async function measureLongerSide(image: Image): Promise<number> {
  const { width, height } = await decoder(image, SVG_DENSITY).metadata();
  return Math.max(width, height);
}

function decoder({ bytes }: Image, density?: number): Sharp {
  const options = { limitInputPixels: MAX_PIXELS, failOn: "error" as const };
  return sharp(bytes, density === undefined ? options : { ...options, density })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient();
}

function fromPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.toColorspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
