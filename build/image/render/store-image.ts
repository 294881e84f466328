import sharp from "sharp";
import {
  decodeImageHead,
  encodeStoredImage,
  MAX_DRAWING_BYTES,
  type Presentation,
  type StoredImage,
} from "#src/format/stored-image.js";
import { encodeImage } from "#src/images/encode-image.js";
import { findRuns, type PixelRuns, type Pixels } from "#src/phash/pixels.js";
import { sizeOfDrawing } from "../drawing/drawing-size.js";
import { hasSingleColor } from "../drawing/paints.js";
import { sanitizeDrawing } from "../drawing/sanitize-drawing.js";
import type { Image } from "../image-file.js";
import { bareRaster } from "./bare-raster.js";
import { decodeRaster, drawBySide } from "./decode-raster.js";
import { shrinkToSide } from "./shrink.js";

/** The longest side of a stored raster image, in pixels. */
const MAX_SIDE = 512;
/** A file of so few pixels that has more bytes was not made to be small. */
const MAX_KEPT_BYTES = 2 ** 20;
const ENCODING = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** An image as a generation stores it and its analysis measures it. */
export interface StoredItem {
  /** As the blob `images` holds it. */
  readonly item: Buffer;
  /** What `decodeStoredImage` gives for it. */
  readonly stored: StoredImage;
  /** Of a raster file. */
  readonly raster?: DecodedRaster;
  /** Of a drawing: its sanitized text in the record's tint, also where its image is stored as a raster. */
  readonly drawing?: Uint8Array;
}

/** A raster file at its own size, however large. */
export interface DecodedRaster {
  readonly pixels: Pixels;
  readonly runs: PixelRuns;
  /** Width and height by its head, before it is turned upright. */
  readonly size: readonly [width: number, height: number];
}

/**
 * Makes of an image what is stored: a drawing without whatever could run or load something; the image of a raster file and nothing beside it, up to
 * 512 pixels a side. A drawing is drawn at 512 pixels where it has more than 1 MiB or where only its shapes tell its size.
 *
 * Cost: a drawing is parsed, a raster file decoded.
 *
 * @throws ImageError when a drawing is not well-formed; Error the decoder's
 */
export async function storeImage(image: Image, presentation: Presentation): Promise<StoredItem> {
  if (image.kind === "raster") {
    const raster = await decode(image.bytes);
    return { ...itemOf({ ...presentation, ...NO_TINT, ...(await storeRaster(image.bytes, raster)) }), raster };
  }
  const { root, text } = sanitizeDrawing(textOf(image.bytes));
  const size = sizeOfDrawing(root);
  const file = Buffer.from(text);
  const drawing = tinted(text, presentation.tint);
  if (size !== undefined && file.length <= MAX_DRAWING_BYTES) {
    const stored = itemOf({ ...presentation, kind: "svg", ...size, recolorable: hasSingleColor(root), file });
    return { ...stored, drawing };
  }
  const drawn = await drawBySide(drawing, MAX_SIDE);
  return { ...itemOf({ ...presentation, ...NO_TINT, ...(await encode(drawn, findRuns(drawn))) }), drawing };
}

function tinted(text: string, tint: string | undefined): Buffer {
  return Buffer.from(tint === undefined ? text : text.replaceAll(/currentColor/gi, tint));
}

const NO_TINT = { tint: undefined, recolorable: false } as const;

function itemOf(image: StoredImage): StoredItem {
  const item = encodeStoredImage(image);
  // Sizes and margins are stored rounded, and are to be measured so.
  return { item, stored: { ...decodeImageHead(item), file: image.file } };
}

/** The text of an SVG file in the encoding that it names. */
function textOf(bytes: Uint8Array): string {
  const named = ENCODING.exec(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 128)).toString("latin1"),
  );
  return decoderFor(named?.[1]).decode(bytes);
}

function decoderFor(encoding = "utf-8"): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder();
  }
}

type StoredRaster = Pick<StoredImage, "kind" | "width" | "height" | "file">;

async function decode(bytes: Uint8Array): Promise<DecodedRaster & { readonly isPlain: boolean }> {
  const pixels = await decodeRaster(bytes);
  const { width, height, orientation = 1, icc, space } = await sharp(bytes).metadata();
  const isPlain = orientation === 1 && icc === undefined && (space === "srgb" || space === "b-w");
  return { pixels, runs: findRuns(pixels), size: [width, height], isPlain };
}

async function storeRaster(
  bytes: Uint8Array,
  { pixels, runs, isPlain }: DecodedRaster & { readonly isPlain: boolean },
): Promise<StoredRaster> {
  const { width, height } = pixels;
  if (isPlain && Math.max(width, height) <= MAX_SIDE) {
    const kept = bareRaster(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    if (kept !== undefined && kept.file.length <= MAX_KEPT_BYTES) return { ...kept, width, height };
  }
  return encode(pixels, runs);
}

async function encode(pixels: Pixels, runs: PixelRuns): Promise<StoredRaster> {
  const fitting = Math.max(pixels.width, pixels.height) > MAX_SIDE ? shrinkToSide(pixels, runs, MAX_SIDE) : pixels;
  return { kind: "webp", width: fitting.width, height: fitting.height, file: await encodeImage(fitting, "webp") };
}
