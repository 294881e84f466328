import type { Pixels } from "#src/phash/pixels.js";
import { ImageError } from "../image-file.js";

/** Sizes of the headers of OS/2 1 (sides of 16 bits, colors of three bytes) and of Windows 3 to 98. */
const CORE_HEADER = 12;
const HEADERS: readonly number[] = [CORE_HEADER, 40, 52, 56, 108, 124];
/** From this size on, a header contains the mask of the alpha channel. */
const ALPHA_HEADER = 56;
/** Position of the masks of red, green, blue and alpha, which follow the header of this size or are part of longer ones. */
const MASKS_AT = 40;
const DEPTHS: readonly number[] = [1, 2, 4, 8, 16, 24, 32];
/** Kinds of compression: none; color masks; color masks and one for alpha. */
const PLAIN = 0;
const MASKED = 3;
const ALPHA_MASKED = 6;
/** The largest bitmap that is decoded; the format's own maximum is 256. */
const MAX_SIDE = 1024;
/** No program writes larger bitmaps into icons. */
const MAX_LIKELY_SIDE = 2 ** 16 - 1;

/** A bitmap in a Windows icon: header, color masks or palette, pixels, a mask of transparent pixels. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Bits per pixel. */
  readonly depth: number;
  readonly isTopDown: boolean;
  readonly bytes: Buffer;
  readonly headerBytes: number;
  readonly compression: number;
  /** Number of colors, for up to 8 bits per pixel. */
  readonly colors: number;
}

/**
 * Reads the header of a bitmap.
 *
 * @param bytes of the bitmap and all that follows it in the file
 * @param expectedHeight from the icon's directory
 * @throws ImageError with a predicate, such as "has a damaged bitmap header"
 */
export function readBitmap(bytes: Buffer, expectedHeight: number): Bitmap {
  const headerBytes = bytes.length < CORE_HEADER ? 0 : bytes.readUInt32LE(0);
  if (!HEADERS.includes(headerBytes) || bytes.length < headerBytes)
    throw new ImageError("is neither a bitmap nor a PNG, JPEG or WebP file");
  const isCore = headerBytes === CORE_HEADER;
  const width = isCore ? bytes.readUInt16LE(4) : bytes.readInt32LE(4);
  const signedHeight = isCore ? bytes.readUInt16LE(6) : bytes.readInt32LE(8);
  const depth = bytes.readUInt16LE(isCore ? 10 : 14);
  const compression = isCore ? PLAIN : bytes.readUInt32LE(16);
  const height = Math.abs(signedHeight);
  if (!DEPTHS.includes(depth) || width < 1 || height < 1 || Math.max(width, height / 2) > MAX_LIKELY_SIDE)
    throw new ImageError("has a damaged bitmap header");
  if (compression !== PLAIN && !(isMasked(compression) && (depth === 16 || depth === 32)))
    throw new ImageError("has a compressed bitmap, which is not supported");
  const usedColors = isCore ? 0 : bytes.readUInt32LE(32);
  const colors = usedColors > 0 && usedColors < 2 ** depth ? usedColors : 2 ** depth;
  const bitmap = { width, height, depth, isTopDown: signedHeight < 0, bytes, headerBytes, compression, colors };
  return isDoubled(bitmap, expectedHeight) ? { ...bitmap, height: height / 2 } : bitmap;
}

/**
 * Decodes a bitmap as Chromium does: without an alpha channel, or if every pixel is transparent by it, the mask decides.
 * Rows that are missing from the mask are opaque.
 *
 * @throws ImageError with a predicate
 */
export function decodeBitmap(bitmap: Bitmap): Pixels {
  const { width, height, bytes } = bitmap;
  if (Math.max(width, height) > MAX_SIDE)
    throw new ImageError(`has ${width} × ${height} pixels, but bitmaps may have at most ${MAX_SIDE} per side`);
  if (endOfPixels(bitmap) > bytes.length) throw new ImageError("ends before its last pixel");
  const data = new Uint8Array(width * height * 4);
  const readPixel = bitmap.depth > 8 ? channelReader(bitmap) : paletteReader(bitmap);
  let hasAlpha = false;
  for (let y = 0; y < height; y++) {
    const row = startOfPixels(bitmap) + rowBytes(bitmap, bitmap.depth) * storedRow(bitmap, y);
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      readPixel(row, x, data, at);
      hasAlpha ||= data[at + 3] !== 0;
    }
  }
  if (!hasAlpha) applyMask(bitmap, data);
  return { width, height, data };
}

function isMasked(compression: number): boolean {
  return compression === MASKED || compression === ALPHA_MASKED;
}

/** Whether the height in a header includes that of the mask, as it should. Some programs write the icon's height. */
function isDoubled(bitmap: Bitmap, expectedHeight: number): boolean {
  const { width, height, bytes } = bitmap;
  if (height % 2 === 1) return false;
  if (height / 2 === expectedHeight || endOfPixels(bitmap) > bytes.length) return true;
  return height !== expectedHeight && height !== width;
}

/** Rows are padded to four bytes. */
function rowBytes({ width }: Bitmap, depth: number): number {
  return Math.ceil((width * depth) / 32) * 4;
}

/** Rows are stored from bottom to top, unless the height is negative. */
function storedRow({ height, isTopDown }: Bitmap, y: number): number {
  return isTopDown ? y : height - 1 - y;
}

function startOfPixels({ headerBytes, compression, depth, colors }: Bitmap): number {
  if (depth <= 8) return headerBytes + colors * colorBytes(headerBytes);
  if (headerBytes !== MASKS_AT || !isMasked(compression)) return headerBytes;
  return MASKS_AT + (compression === ALPHA_MASKED ? 16 : 12);
}

function endOfPixels(bitmap: Bitmap): number {
  return startOfPixels(bitmap) + rowBytes(bitmap, bitmap.depth) * bitmap.height;
}

function colorBytes(headerBytes: number): number {
  return headerBytes === CORE_HEADER ? 3 : 4;
}

/** Writes a pixel of a row, with zero alpha if there is no alpha channel. */
type PixelReader = (row: number, x: number, data: Uint8Array, at: number) => void;

/** Colors outside the palette are black. */
function paletteReader({ bytes, headerBytes, depth, colors }: Bitmap): PixelReader {
  const size = colorBytes(headerBytes);
  const mask = 2 ** depth - 1;
  return (row, x, data, at) => {
    const index = (bytes[row + ((x * depth) >> 3)]! >> (8 - depth - ((x * depth) & 7))) & mask;
    if (index >= colors) return;
    for (let channel = 0; channel < 3; channel++) data[at + channel] = bytes[headerBytes + index * size + 2 - channel]!;
  };
}

function channelReader(bitmap: Bitmap): PixelReader {
  const { bytes, depth } = bitmap;
  const channels = masksOf(bitmap).map((mask) => ({ mask, ...scaleOf(mask) }));
  return (row, x, data, at) => {
    const pixel = bytes.readUIntLE(row + (x * depth) / 8, depth / 8);
    for (let channel = 0; channel < 4; channel++) {
      const { mask, shift, levels } = channels[channel]!;
      data[at + channel] = levels[(pixel & mask) >>> shift]!;
    }
  };
}

/** The masks of red, green, blue and alpha; 0 for a channel that pixels lack. */
function masksOf({ bytes, headerBytes, compression, depth }: Bitmap): readonly number[] {
  const maskAt = (channel: number): number => {
    const at = MASKS_AT + channel * 4;
    return at + 4 > bytes.length ? 0 : bytes.readUInt32LE(at);
  };
  const usual = depth === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff];
  const colors = isMasked(compression) ? [0, 1, 2].map(maskAt) : usual;
  const hasAlphaMask = headerBytes >= ALPHA_HEADER || (headerBytes === MASKS_AT && compression === ALPHA_MASKED);
  const alpha = hasAlphaMask ? maskAt(3) : depth === 32 && compression === PLAIN ? 0xff000000 : 0;
  const masks = [...colors, alpha].map((mask) => (mask & (2 ** depth - 1)) >>> 0);
  const isSeparate = masks.reduce((sum, mask) => sum + mask) === masks.reduce((union, mask) => (union | mask) >>> 0);
  if (!isSeparate || !masks.every(isRun)) throw new ImageError("has invalid color masks");
  return masks;
}

/** Whether the bits of a mask are adjacent. */
function isRun(mask: number): boolean {
  return Number.isInteger(Math.log2(mask / lowestBit(mask) + 1)) || mask === 0;
}

function lowestBit(mask: number): number {
  return (mask & -mask) >>> 0;
}

/** Levels by the masked and shifted bits of a channel, of which the upper eight count. */
function scaleOf(mask: number): { readonly shift: number; readonly levels: Uint8Array } {
  const bits = mask === 0 ? 0 : Math.log2(mask / lowestBit(mask) + 1);
  const kept = Math.min(bits, 8);
  const shift = mask === 0 ? 0 : Math.log2(lowestBit(mask)) + bits - kept;
  const levels = Uint8Array.from({ length: 2 ** kept }, (_, value) => Math.round((value * 255) / (2 ** kept - 1)));
  return { shift, levels };
}

/** Transparent pixels are set in the mask. Its rows are padded to four bytes. */
function applyMask(bitmap: Bitmap, data: Uint8Array): void {
  const { width, height, bytes } = bitmap;
  const length = rowBytes(bitmap, 1);
  for (let y = 0; y < height; y++) {
    const row = endOfPixels(bitmap) + length * storedRow(bitmap, y);
    const isMissing = row + length > bytes.length;
    for (let x = 0; x < width; x++) {
      const isClear = !isMissing && ((bytes[row + (x >> 3)]! >> (7 - (x & 7))) & 1) === 1;
      data[(y * width + x) * 4 + 3] = isClear ? 0 : 255;
    }
  }
}
