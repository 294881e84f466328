import sharp, { type Sharp } from "sharp";
import { composeDrawing } from "#src/images/compose-drawing.js";
import {
  type RawPixels,
  type Renderer,
  rasterizeRaw,
  toPlainRuns,
  uncrashableRenderer,
} from "#src/images/rasterize.js";
import { shrinkLuma } from "#src/phash/phash.js";
import { type Pixels, pixelWords, type RunPixels, withRuns } from "#src/phash/pixels.js";
import { inSquare, shrinkToSide } from "#src/phash/shrink.js";
import type { Image } from "../image-file.js";
import { decodeRaster, decoder, densityFor, toPixels } from "./decode-raster.js";
import { layOnBackground } from "./lay-on-background.js";
import { createPixelKernel, type ReadImage, type ReadPixels } from "./pixel-kernel.js";
import { type StoredItem, storeImage } from "./store-image.js";

/** Side of the square in which drawings and images on a background are hashed, and all images are measured. */
const SIDE = 128;
/** The presentation of the record. */
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
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** The pixels of an image that are analyzed. */
export interface MeasuredPixels {
  /** The image's own pixels for a raster image without a background, else `square`. */
  readonly hashed: RunPixels;
  /** The luma of `hashed` at 32 × 32, see `shrinkLuma`. */
  readonly luma: Uint8Array;
  /**
   * The image in a square of 128 pixels with its aspect ratio; the rest is transparent or has the background's color.
   */
  readonly square: RunPixels;
}

/**
 * Renders an image as its record presents it, for its hash and its measurements.
 *
 * @throws Error of the decoder
 */
export async function measuredPixels(
  { stored, raster, drawing }: StoredItem,
  renderer: Renderer = "resvg",
): Promise<MeasuredPixels> {
  const { background, padding } = stored;
  if (raster !== undefined && background === undefined) {
    const { image, luma, quarter } = read({ ...raster.pixels, isPremultiplied: false });
    const isSmall = Math.max(image.width, image.height) < SIDE;
    // Averages areas, since sharper filters create new colors.
    const square = isSmall ? await fitRaster(image, SIDE) : inSquare(quarter ?? shrinkToSide(image, image.runs, SIDE));
    return { hashed: image, luma, square: withRuns(square) };
  }
  if (stored.kind === "svg") {
    const svg =
      background === undefined ? composeDrawing(stored, AS_STORED) : layOnBackground({ ...stored, background }, SIDE);
    return squareOf(await rasterizeRaw(svg, SIDE, SIDE, renderer));
  }
  const contained = (side: number): Promise<Pixels> =>
    raster === undefined ? fitDrawing(drawing!, side) : fitRaster(raster.pixels, side);
  const square =
    background === undefined
      ? await contained(SIDE)
      : onBackground(await contained(Math.round(SIDE * (1 - 2 * padding))), background, SIDE);
  return squareOf({ ...square, isPremultiplied: false });
}

/** Undefined if this process can't use WebAssembly; null until it is needed. */
let kernel: ReadPixels | undefined | null = null;

function squareOf(pixels: RawPixels): MeasuredPixels {
  const { image, luma } = read(pixels);
  return { hashed: image, luma, square: image };
}

function read(pixels: RawPixels): ReadImage {
  if (kernel === null) kernel = openKernel();
  const known = kernel?.(pixels, pixels.isPremultiplied);
  if (known !== undefined) return known;
  const image = toPlainRuns(pixels);
  return { image, luma: shrinkLuma(image, image.runs) };
}

function openKernel(): ReadPixels | undefined {
  try {
    return createPixelKernel();
  } catch {
    return undefined;
  }
}

/**
 * The pixels that are hashed for a file without a record. No drawing can crash the process.
 *
 * @throws ImageError; Error of the decoder
 */
export async function decodeImage(image: Image): Promise<Pixels> {
  if (image.kind === "raster") return decodeRaster(image.bytes);
  const plain = { tint: undefined, background: undefined, padding: 0 };
  const item = await storeImage(image, plain);
  return (await measuredPixels(item, uncrashableRenderer(item.drawing!.toString()))).hashed;
}

/** Renders a drawing centered in a transparent square. */
async function fitDrawing(svg: Uint8Array, side: number): Promise<Pixels> {
  const density = await densityFor(svg, side);
  // When resizing, sharp parses a drawing twice, even if it already has that size.
  const drawn = await toPixels(decoder(svg, density));
  const fits = Math.max(drawn.width, drawn.height) === side;
  return fits ? inSquare(drawn) : toPixels(containIn(decoder(svg, density), side));
}

function fitRaster({ data, width, height }: Pixels, side: number): Promise<Pixels> {
  return toPixels(containIn(sharp(data, { raw: { width, height, channels: 4 } }), side));
}

function containIn(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: "contain", background: CLEAR });
}

/** Places a square image in the middle of a square of a single color. */
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
