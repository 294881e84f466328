import decodeIco from "decode-ico";
import type { Pixels } from "#src/phash/pixels.js";
import { ImageError } from "../image-file.js";
import { pngSizeOf } from "./png-header.js";

/** Reserved, type, number of images. */
const HEADER_BYTES = 6;
/** A directory entry; its last eight bytes are the image's size and offset. */
const ENTRY_BYTES = 16;
/** Header of an image that is not a PNG file: size of the header, width, twice the height, planes, bits per pixel. */
const BITMAP_HEADER_BYTES = 40;
/** The largest bitmap that is decoded; the format's own maximum is 256. */
const MAX_BITMAP_SIDE = 1024;

interface Entry {
  readonly width: number;
  readonly height: number;
  /** Bits per pixel. */
  readonly depth: number;
  readonly png: boolean;
  readonly bytes: Buffer;
}

/** Whether bytes begin like a Windows icon. */
export function isIco(bytes: Buffer): boolean {
  return bytes.length >= HEADER_BYTES && bytes.readUInt32LE(0) === 0x10000 && bytes.readUInt16LE(4) > 0;
}

/**
 * The largest image of a Windows icon, among equally large ones the one with the most colors: an embedded PNG file, or
 * the pixels of a bitmap. The size is read from the image, not from the directory.
 *
 * @throws ImageError if no image is complete, or the largest is damaged
 */
export function largestOfIco(bytes: Buffer): Buffer | Pixels {
  const entries = entriesOf(bytes);
  const [largest] = entries.sort((a, b) => b.width * b.height - a.width * a.height || b.depth - a.depth);
  if (largest === undefined) throw new ImageError("it is an ICO file without a complete image");
  return largest.png ? largest.bytes : decodeBitmap(largest);
}

function entriesOf(bytes: Buffer): Entry[] {
  const entries: Entry[] = [];
  const count = bytes.readUInt16LE(4);
  for (let at = HEADER_BYTES; at + ENTRY_BYTES <= bytes.length && entries.length < count; at += ENTRY_BYTES) {
    const length = bytes.readUInt32LE(at + 8);
    const offset = bytes.readUInt32LE(at + 12);
    if (offset + length <= bytes.length) entries.push(entryOf(bytes.subarray(offset, offset + length)));
  }
  return entries.filter(({ width, height }) => width > 0 && height > 0);
}

function entryOf(bytes: Buffer): Entry {
  const size = pngSizeOf(bytes);
  if (size !== undefined) return { ...size, depth: 32, png: true, bytes };
  if (bytes.length < BITMAP_HEADER_BYTES) return { width: 0, height: 0, depth: 0, png: false, bytes };
  const height = Math.floor(bytes.readInt32LE(8) / 2);
  return { width: bytes.readInt32LE(4), height, depth: bytes.readUInt16LE(14), png: false, bytes };
}

function decodeBitmap({ width, height, depth, bytes }: Entry): Pixels {
  if (Math.max(width, height) > MAX_BITMAP_SIDE) {
    throw new ImageError(`its bitmap of ${width} × ${height} pixels is larger than ${MAX_BITMAP_SIDE}`);
  }
  try {
    const [image] = decodeIco(iconOf(bytes));
    const data = new Uint8Array(image!.data);
    if (depth === 32 && !hasAlpha(data)) applyMask(data, width, bytes.subarray(bytes.readUInt32LE(0) + data.length));
    return { width, height, data };
  } catch (error) {
    throw new ImageError(`its bitmap can't be decoded: ${(error as Error).message}`);
  }
}

/** An icon with only this image, since the library decodes all of them. */
function iconOf(image: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt32LE(image.length, HEADER_BYTES + 8);
  head.writeUInt32LE(head.length, HEADER_BYTES + 12);
  return Buffer.concat([head, image]);
}

function hasAlpha(data: Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return true;
  return false;
}

/**
 * In icons older than Windows XP, the fourth byte is empty and the mask defines transparent pixels. Its rows are
 * bottom-up and padded to whole words.
 */
function applyMask(data: Uint8Array, width: number, mask: Buffer): void {
  const stride = Math.ceil(width / 32) * 4;
  const height = data.length / 4 / width;
  for (let y = 0; y < height; y++) {
    const row = (height - 1 - y) * stride;
    for (let x = 0; x < width; x++) {
      const clear = ((mask[row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      data[(y * width + x) * 4 + 3] = clear === 1 ? 0 : 255;
    }
  }
}
