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
import { type PixelRuns, type Pixels, pixelWords, type RunPixels, withRuns } from "#src/phash/pixels.js";
import { halve, inSquare, shrinkIntoSquare } from "#src/phash/shrink.js";
import type { Image } from "../image-file.js";
import { decodeRaster, decoder, densityFor, toPixels } from "./decode-raster.js";
import { layOnBackground } from "./lay-on-background.js";
import { createSquareKernel, type ShrinkSquare } from "./square-kernel.js";
import { type StoredItem, storeImage } from "./store-image.js";

/** Side of the square in which drawings and images on a background are hashed. */
const HASHED_SIDE = 256;
/** Side of the square that is measured: half of the other, so that rendering once is enough for both. */
const MEASURED_SIDE = HASHED_SIDE / 2;
/** The presentation of the record. */
const AS_STORED = {
  width: HASHED_SIDE,
  height: HASHED_SIDE,
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
  /** The image's own pixels for a raster image without a background, else a square of 256 pixels. */
  readonly hashed: Pixels;
  /** The runs of `hashed`. */
  readonly runs: PixelRuns;
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
    const { pixels, runs } = raster;
    const isSmall = Math.max(pixels.width, pixels.height) < MEASURED_SIDE;
    // Averages areas, since sharper filters create new colors.
    const square = isSmall ? await fitRaster(pixels, MEASURED_SIDE) : shrinkIntoSquare(pixels, runs, MEASURED_SIDE);
    return { hashed: pixels, runs, luma: shrinkLuma(pixels, runs), square: withRuns(square) };
  }
  if (stored.kind === "svg") {
    const svg =
      background === undefined
        ? composeDrawing(stored, AS_STORED)
        : layOnBackground({ ...stored, background }, HASHED_SIDE);
    return shrunk(await rasterizeRaw(svg, HASHED_SIDE, HASHED_SIDE, renderer));
  }
  const contained = (side: number): Promise<Pixels> =>
    raster === undefined ? fitDrawing(drawing!, side) : fitRaster(raster.pixels, side);
  const square =
    background === undefined
      ? await contained(HASHED_SIDE)
      : onBackground(await contained(Math.round(HASHED_SIDE * (1 - 2 * padding))), background, HASHED_SIDE);
  return shrunk({ ...square, isPremultiplied: false });
}

/** Undefined if this process can't use WebAssembly; null until it is needed. */
let kernel: ShrinkSquare | undefined | null = null;

/**
 * Plain pixels and their runs are computed on access, since an analysis needs neither.
 *
 * @param image a square of 256 pixels
 */
function shrunk(image: RawPixels): MeasuredPixels {
  if (kernel === null) kernel = openKernel();
  let plain: RunPixels | undefined;
  const hashed = (): RunPixels => (plain ??= toPlainRuns(image));
  const { luma, half } = kernel?.(image.data, image.isPremultiplied) ?? {
    luma: shrinkLuma(hashed(), hashed().runs),
    half: halve(hashed()),
  };
  return {
    get hashed() {
      return hashed();
    },
    get runs() {
      return hashed().runs;
    },
    luma,
    square: half,
  };
}

function openKernel(): ShrinkSquare | undefined {
  try {
    return createSquareKernel();
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
