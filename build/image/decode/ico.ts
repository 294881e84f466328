import type { ImageInside } from "../image-file.js";
import { decodeBitmap, readBitmap } from "./bitmap.js";
import { pngHeader } from "./png-chunks.js";

/** Reserved, type, number of images. */
const HEADER_BYTES = 6;
/** The reserved number and the type; both have the same format. */
const ICON = 0x10000;
const CURSOR = 0x20000;
/** Width, height; its last four bytes are the image's offset. */
const ENTRY_BYTES = 16;
const OFFSET_AT = 12;

/** Whether bytes begin like a Windows icon or cursor. */
export function isIco(bytes: Buffer): boolean {
  return bytes.length >= HEADER_BYTES && [ICON, CURSOR].includes(bytes.readUInt32LE(0)) && bytes.readUInt16LE(4) > 0;
}

/** Whether a Windows icon is a cursor. */
export function isCursor(bytes: Buffer): boolean {
  return bytes.readUInt32LE(0) === CURSOR;
}

/**
 * The images of a Windows icon or cursor, largest first, those with more colors first among equally large ones. Sizes
 * are read from the images where possible, since directories are often wrong; an image ends where its format says.
 */
export function imagesOfIco(bytes: Buffer): readonly ImageInside[] {
  const found = entriesOf(bytes).map((entry) => ({ entry, ...imageAt(bytes.subarray(entry.offset), entry) }));
  found.sort((a, b) => b.width * b.height - a.width * a.height || b.depth - a.depth);
  return found.map(({ entry, read }) => ({ name: `image ${entry.position}`, read }));
}

interface Entry {
  /** In the directory, from 1. */
  readonly position: number;
  readonly width: number;
  readonly height: number;
  readonly offset: number;
}

/** The entries of the directory that lie in the file, one for each offset. */
function entriesOf(bytes: Buffer): readonly Entry[] {
  const entries = new Map<number, Entry>();
  const count = Math.min(bytes.readUInt16LE(4), Math.floor((bytes.length - HEADER_BYTES) / ENTRY_BYTES));
  for (let position = 1; position <= count; position++) {
    const at = HEADER_BYTES + ENTRY_BYTES * (position - 1);
    const offset = bytes.readUInt32LE(at + OFFSET_AT);
    // A side of 256 is encoded as 0.
    const [width, height] = [bytes[at]! || 256, bytes[at + 1]! || 256];
    if (offset < bytes.length && !entries.has(offset)) entries.set(offset, { position, width, height, offset });
  }
  return [...entries.values()];
}

interface SizedImage extends Pick<ImageInside, "read"> {
  readonly width: number;
  readonly height: number;
  /** Bits per pixel. */
  readonly depth: number;
}

/** @param bytes from the image's offset to the end of the file */
function imageAt(bytes: Buffer, { width, height }: Entry): SizedImage {
  const file = pngHeader(bytes) ?? (isPhotograph(bytes) ? { width, height } : undefined);
  if (file !== undefined) return { ...file, depth: 32, read: () => bytes };
  try {
    const bitmap = readBitmap(bytes, height);
    return { ...bitmap, read: () => decodeBitmap(bitmap) };
  } catch (error) {
    return {
      width,
      height,
      depth: 0,
      read() {
        throw error;
      },
    };
  }
}

/** Whether bytes begin like a JPEG or WebP file. */
function isPhotograph(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 12);
  return start.startsWith("\xff\xd8\xff") || (start.startsWith("RIFF") && start.endsWith("WEBP"));
}
