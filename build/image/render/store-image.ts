import sharp from "sharp";
import {
  decodeImageHead,
  encodeStoredImage,
  MAX_DRAWING_BYTES,
  type Presentation,
  type StoredImage,
} from "#src/format/stored-image.js";
import { encodeImage } from "#src/images/encode-image.js";
import { findRuns, type Pixels } from "#src/phash/pixels.js";
import { shrinkToSide } from "#src/phash/shrink.js";
import { pngHeader } from "../decode/png-chunks.js";
import { wholeSizeOfDrawing } from "../drawing/drawing-size.js";
import { drawingText } from "../drawing/drawing-text.js";
import { normalizeDrawing } from "../drawing/normalize/normalize-drawing.js";
import { hasSingleColor } from "../drawing/paints.js";
import { sanitizeDrawing } from "../drawing/sanitize-drawing.js";
import type { Image } from "../image-file.js";
import { type BareRaster, bareRaster } from "./bare-raster.js";
import { decodeRaster, drawBySide } from "./decode-raster.js";

/** Maximum side of a stored raster image, in pixels. */
const MAX_SIDE = 512;
/** Maximum size of a file that is stored as it is. A larger file with so few pixels is poorly compressed. */
const MAX_KEPT_BYTES = 2 ** 20;

/** An image as stored and measured. */
export interface StoredItem {
  /** As stored in the blob `images`. */
  readonly item: Buffer;
  /** `item`, decoded by `decodeStoredImage`. */
  readonly stored: StoredImage;
  /** Only for raster images. */
  readonly raster?: DecodedRaster;
  /** Only for drawings: the sanitized text in the record's tint, even if the image is stored as a raster image. */
  readonly drawing?: Buffer;
  /** Only for drawings: the removed parts, as in `SafeDrawing`. */
  readonly removed?: readonly string[];
}

/** A raster image at its own size. */
export interface DecodedRaster {
  readonly pixels: Pixels;
  /** Width and height from its header, before applying the orientation. */
  readonly size: readonly [width: number, height: number];
}

/**
 * Converts an image to its stored form: a drawing without anything that could run or load; a raster image without
 * metadata and with at most 512 pixels per side. Drawings of more than 1 MiB, and those sized only by their shapes, are
 * rendered at 512 pixels.
 *
 * Cost: parses a drawing or decodes a raster file.
 *
 * @throws ImageError if a drawing is not well-formed; Error of the decoder
 */
export async function storeImage(image: Image, presentation: Presentation): Promise<StoredItem> {
  if (image.kind === "raster") {
    const raster = await decode(image.bytes);
    return { ...itemOf({ ...presentation, ...NO_TINT, ...(await storeRaster(raster)) }), raster };
  }
  const { root, text, removed } = normalizeDrawing(sanitizeDrawing(drawingText(image.bytes)));
  const size = wholeSizeOfDrawing(root);
  const file = Buffer.from(text);
  const { tint } = presentation;
  const drawing = tint === undefined ? file : Buffer.from(text.replaceAll(/currentColor/gi, tint));
  if (size !== undefined && file.length <= MAX_DRAWING_BYTES) {
    const stored = itemOf({ ...presentation, kind: "svg", ...size, recolorable: hasSingleColor(root), file });
    return { ...stored, drawing, removed };
  }
  const drawn = await drawBySide(drawing, MAX_SIDE);
  return { ...itemOf({ ...presentation, ...NO_TINT, ...(await encode(drawn)) }), drawing, removed };
}

const NO_TINT = { tint: undefined, recolorable: false } as const;

function itemOf(image: StoredImage): StoredItem {
  const item = encodeStoredImage(image);
  // Stored sizes and margins are rounded; measurements must use the same values.
  return { item, stored: { ...decodeImageHead(item), file: image.file } };
}

type StoredRaster = Pick<StoredImage, "kind" | "width" | "height" | "file">;

interface PlainRaster extends DecodedRaster {
  /** A file that shows the pixels as they are: upright and in sRGB. */
  readonly bare: Pick<BareRaster, "kind" | "file"> | undefined;
}

async function decode(bytes: Uint8Array): Promise<PlainRaster> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const bare = bareRaster(file);
  const isPlain = bare?.isPlain ?? false;
  const pixels = await decodeRaster(bytes, isPlain);
  const header = pixels.isConverted ? pngHeader(file) : undefined;
  if (header !== undefined) {
    // As lossless as the file.
    const isSmall = Math.max(pixels.width, pixels.height) <= MAX_SIDE;
    const converted = isSmall ? ({ kind: "png", file: await encodeImage(pixels, "png") } as const) : undefined;
    return { pixels, size: [header.width, header.height], bare: converted };
  }
  if (isPlain) return { pixels, size: [pixels.width, pixels.height], bare };
  const { width, height, orientation = 1, icc, space } = await sharp(bytes).metadata();
  const isUpright = orientation === 1 && icc === undefined && (space === "srgb" || space === "b-w");
  return { pixels, size: [width, height], bare: isUpright ? bare : undefined };
}

async function storeRaster({ pixels, bare }: PlainRaster): Promise<StoredRaster> {
  const { width, height } = pixels;
  if (bare !== undefined && Math.max(width, height) <= MAX_SIDE && bare.file.length <= MAX_KEPT_BYTES) {
    return { kind: bare.kind, file: bare.file, width, height };
  }
  return encode(pixels);
}

async function encode(pixels: Pixels): Promise<StoredRaster> {
  const fitting =
    Math.max(pixels.width, pixels.height) > MAX_SIDE ? shrinkToSide(pixels, findRuns(pixels), MAX_SIDE) : pixels;
  return { kind: "webp", width: fitting.width, height: fitting.height, file: await encodeImage(fitting, "webp") };
}
