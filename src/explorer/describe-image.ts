import { convertRgbToOklab, serializeHex } from "culori/fn";
import { measurePalette } from "../palette/dominant-colors.js";
import { formatPalette } from "../palette/palette-text.js";
import { strengthen } from "../palette/strengthen.js";
import { formatHash, hashPixels } from "../phash/phash.js";
import { findRuns, type PixelRuns, type Pixels, type RunPixels, withRuns } from "../phash/pixels.js";
import { shrinkIntoSquare } from "../phash/shrink.js";
import { SIDE } from "../shape/find-sign.js";
import { iconsIn } from "../shape/icons-in.js";
import { describeShape } from "../shape/shape-descriptor.js";
import { formatShape } from "../shape/shape-text.js";
import type { ImageLook } from "./view.js";

/** Side of the square in which the build renders drawings before hashing them. */
const DRAWING_SIDE = 256;
const CONVERSIONS = { toOklab: convertRgbToOklab, formatHex: serializeHex };
/** The same limit as in the build. */
const MAX_PIXELS = 64_000_000;

/** What the page finds similar icons by. */
export interface ImageDescription {
  /** 16 hex digits. */
  readonly phash: string;
  /** The uncertain bits of the hash, 16 hex digits. */
  readonly uncertain: string;
  /**
   * The look of the image, then those of the icons that it may show, see `iconsIn`. Empty if it shows no edges.
   */
  readonly looks: readonly ImageLook[];
}

/**
 * Computes the perceptual hash and the look of an image file in the browser, without uploading it. Both equal those of
 * the build for the same pixels; the look of raster images smaller than 128 pixels may differ a little, since browsers
 * enlarge them otherwise.
 *
 * @throws Error with a message for the user
 */
export async function describeImage(file: Blob): Promise<ImageDescription> {
  const pixels = await readPixels(file);
  const runs = findRuns(pixels);
  const { hash, uncertain } = hashPixels(pixels, runs);
  const square = squareOf(pixels, runs);
  const looks = iconsIn(square).flatMap(lookOf);
  return { phash: formatHash(hash), uncertain: formatHash(uncertain), looks };
}

/** The look as text, or none. */
function lookOf(square: RunPixels): readonly ImageLook[] {
  const shape = describeShape(square, square.runs);
  const palette = measurePalette(square, CONVERSIONS);
  return shape === undefined || palette.length === 0
    ? []
    : [{ shape: formatShape(shape), palette: formatPalette(palette) }];
}

/** The square that is measured. */
function squareOf(pixels: Pixels, runs: PixelRuns): RunPixels {
  const isSmall = Math.max(pixels.width, pixels.height) < SIDE;
  return strengthen(withRuns(isSmall ? enlarge(pixels) : shrinkIntoSquare(pixels, runs, SIDE)));
}

/** Enlarges an image to the square that is measured. */
function enlarge({ width, height, data }: Pixels): Pixels {
  const canvas = new OffscreenCanvas(width, height);
  contextOf(canvas).putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  return drawPixels(canvas, SIDE, SIDE);
}

/**
 * The pixels that the build would hash: a raster image at its own size, a drawing in a transparent square of 256
 * pixels.
 *
 * @throws Error with a message for the user
 */
async function readPixels(file: Blob): Promise<Pixels> {
  return (await isDrawing(file)) ? readDrawing(file) : readRaster(file);
}

/** Detects a drawing by its first bytes, regardless of the file's name. */
async function isDrawing(file: Blob): Promise<boolean> {
  return /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE|svg)/i.test(await file.slice(0, 256).text());
}

async function readRaster(file: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: "none" }).catch(() => {
    throw new Error("This is not an image that the browser can read.");
  });
  try {
    if (bitmap.width * bitmap.height > MAX_PIXELS) throw new Error("This image has more than 64 million pixels.");
    return readBitmap(bitmap) ?? drawPixels(bitmap, bitmap.width, bitmap.height);
  } finally {
    bitmap.close();
  }
}

/**
 * Reads the pixels through a texture, since a 2D canvas premultiplies colors and loses precision in nearly transparent
 * pixels.
 *
 * @returns undefined if there is no WebGL, or the image is too large for it
 */
function readBitmap(bitmap: ImageBitmap): Pixels | undefined {
  const { width, height } = bitmap;
  const gl = new OffscreenCanvas(1, 1).getContext("webgl");
  if (gl === null || Math.max(width, height) > gl.getParameter(gl.MAX_TEXTURE_SIZE)) return undefined;
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(
    gl.FRAMEBUFFER,
    gl.COLOR_ATTACHMENT0,
    gl.TEXTURE_2D,
    gl.getParameter(gl.TEXTURE_BINDING_2D),
    0,
  );
  const data = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
  const failed = gl.getError() !== gl.NO_ERROR;
  // Browsers limit the number of contexts.
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return failed ? undefined : { width, height, data };
}

async function readDrawing(file: Blob): Promise<Pixels> {
  const url = URL.createObjectURL(new Blob([file], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return drawPixels(image, DRAWING_SIDE, DRAWING_SIDE);
  } catch {
    throw new Error("This drawing can't be read.");
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Draws an image centered in a transparent area, keeping its aspect ratio. */
function drawPixels(image: HTMLImageElement | ImageBitmap | OffscreenCanvas, width: number, height: number): Pixels {
  const context = contextOf(new OffscreenCanvas(width, height));
  const scale = Math.min(width / image.width, height / image.height);
  const [wide, high] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  context.imageSmoothingQuality = "high";
  context.drawImage(image, (width - wide) >> 1, (height - high) >> 1, wide, high);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("This browser can't draw images.");
  return context;
}
