import sharp, { type Sharp } from "sharp";
import type { StoredImage } from "#src/format/stored-image.js";
import { composeDrawing, type Overflow, type Place, placeOf, presentationOf } from "#src/images/compose-drawing.js";
import { openDrawing } from "#src/images/open-drawing.js";
import { toPixels } from "#src/images/open-raster.js";
import {
  type RawPixels,
  type Renderer,
  rasterizeRaw,
  toPlainRuns,
  uncrashableRenderer,
} from "#src/images/rasterize.js";
import { strengthen } from "#src/palette/strengthen.js";
import { shrinkLuma } from "#src/phash/phash.js";
import { type Pixels, pixelWords, type RunPixels, withRuns } from "#src/phash/pixels.js";
import { inSquare, shrinkToSide } from "#src/phash/shrink.js";
import type { Image } from "../image-file.js";
import { decodeRaster, densityFor } from "./decode-raster.js";
import { createPixelKernel, type ReadImage, type ReadPixels } from "./pixel-kernel.js";
import { type StoredItem, storeImage } from "./store-image.js";

/** Side of the square in which drawings and images on a background are hashed, and all images are measured. */
const SIDE = 128;
/** The drawing in the record's tint, without its background. */
const ALONE = {
  width: SIDE,
  height: SIDE,
  color: undefined,
  background: "none",
  radius: 0,
  rotate: 0,
  flip: "none",
} as const;
const AS_STORED = { background: undefined, padding: undefined };
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** The pixels of an image that are analyzed. */
export interface MeasuredPixels {
  /** The image's own pixels for a raster image without a background, else `square`. */
  readonly hashed: RunPixels;
  /** The luma of `hashed` at 32 × 32, see `shrinkLuma`. */
  readonly luma: Uint8Array;
  /**
   * The image in a square of 128 pixels with its aspect ratio; the rest is transparent or has the background's color.
   * Faint images are stronger, see `strengthen`.
   */
  readonly square: RunPixels;
  /** Number of pixels of the square that show nothing but the background, if there is one. */
  readonly empty: number;
}

/**
 * Renders an image as its record presents it, for its hash and its measurements.
 *
 * @throws Error of the decoder
 */
export async function measuredPixels(item: StoredItem, renderer: Renderer = "resvg"): Promise<MeasuredPixels> {
  const { square, ...hashed } = await renderedPixels(item, renderer);
  return { ...hashed, square: strengthen(square) };
}

async function renderedPixels({ stored, raster, drawing }: StoredItem, renderer: Renderer): Promise<MeasuredPixels> {
  const { background, padding } = stored;
  if (raster !== undefined && background === undefined) {
    const { image, luma, quarter } = read({ ...raster.pixels, isPremultiplied: false });
    const isSmall = Math.max(image.width, image.height) < SIDE;
    // Averages areas, since sharper filters create new colors.
    const square = isSmall ? await fitRaster(image, SIDE) : inSquare(quarter ?? shrinkToSide(image, image.runs, SIDE));
    return { hashed: image, luma, square: withRuns(square), empty: 0 };
  }
  if (stored.kind === "svg") return squareOf(await drawInSquare(stored, renderer), background);
  const contained = (side: number): Promise<Pixels> =>
    raster === undefined ? fitDrawing(drawing!, side) : fitRaster(raster.pixels, side);
  const square =
    background === undefined
      ? await contained(SIDE)
      : inSquare(await contained(Math.round(SIDE * (1 - 2 * padding))), SIDE);
  return squareOf({ ...square, isPremultiplied: false }, background);
}

/** Renders a drawing with its padding in a transparent square. */
async function drawInSquare(stored: StoredImage, renderer: Renderer): Promise<RawPixels> {
  const { padding } = presentationOf(stored, AS_STORED);
  const draw = (overflow: Overflow): Promise<RawPixels> =>
    rasterizeRaw(composeDrawing(stored, { ...ALONE, padding }, overflow), SIDE, SIDE, renderer);
  const drawn = await draw("visible");
  // Most drawings stay within their view box, and clipping takes twice as long as all else.
  return isBlankAround(drawn, placeOf(stored, padding, SIDE, SIDE)) ? drawn : draw("hidden");
}

/** Whether all pixels that lie wholly outside of a place are transparent. */
function isBlankAround({ width, height, data }: Pixels, place: Place): boolean {
  const words = pixelWords(data);
  const isBlank = (from: number, to: number): boolean => {
    for (let at = from; at < to; at++) if (words[at] !== 0) return false;
    return true;
  };
  const [top, bottom] = [Math.floor(place.top), Math.ceil(place.top + place.height)];
  const [left, right] = [Math.floor(place.left), Math.ceil(place.left + place.width)];
  // Until the start of the first row inside, between the insides of two rows, and from the end of the last one.
  let from = 0;
  for (let y = top; y < bottom; y++) {
    if (!isBlank(from, y * width + left)) return false;
    from = y * width + right;
  }
  return isBlank(from, width * height);
}

/** Undefined if this process can't use WebAssembly; null until it is needed. */
let kernel: ReadPixels | undefined | null = null;

function squareOf(pixels: RawPixels, background: string | undefined): MeasuredPixels {
  // Before the background is painted into the same pixels.
  const empty = background === undefined ? 0 : countTransparent(pixels);
  const { image, luma } = read(pixels, background);
  return { hashed: image, luma, square: image, empty };
}

function countTransparent({ data }: Pixels): number {
  let count = 0;
  for (let at = 3; at < data.length; at += 4) if (data[at] === 0) count++;
  return count;
}

function read(pixels: RawPixels, background?: string): ReadImage {
  if (kernel === null) kernel = openKernel();
  const known = kernel?.(pixels, pixels.isPremultiplied, background);
  if (known !== undefined) return known;
  const image = toPlainRuns(pixels, background);
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
  const drawn = await toPixels(await openDrawing(svg, density));
  const fits = Math.max(drawn.width, drawn.height) === side;
  return fits ? inSquare(drawn) : toPixels(containIn(await openDrawing(svg, density), side));
}

function fitRaster({ data, width, height }: Pixels, side: number): Promise<Pixels> {
  return toPixels(containIn(sharp(data, { raw: { width, height, channels: 4 } }), side));
}

function containIn(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: "contain", background: CLEAR });
}
