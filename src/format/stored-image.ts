import { deflateRawSync, inflateRawSync } from "node:zlib";
import { FormatError } from "./format-error.js";

// An item of the blob `images`:
//
//   offset  bytes
//        0      1  kind: an index into STORED_KINDS
//        1      1  flags: 1 recolorable, 2 has a tint, 4 has a background
//        2      2  width in pixels, little-endian; for drawings in their own units, rounded
//        4      2  height
//        6      3  tint: red, green, blue
//        9      3  background
//       12      2  padding in 1/65,535 of the side
//       14      2  zero
//       16         the file; a drawing as raw DEFLATE with the dictionary below
export const IMAGE_HEAD_BYTES = 16;

const RECOLORABLE = 1;
const HAS_TINT = 2;
const HAS_BACKGROUND = 4;
const NO_COLOR = "#000000";

/** Kinds of stored images. The index is the number in the head. */
export const STORED_KINDS = ["svg", "png", "webp", "jpeg"] as const;

export type StoredKind = (typeof STORED_KINDS)[number];

/** How a record presents its image. */
export interface Presentation {
  /** `#rrggbb` that replaces `currentColor` in a drawing; undefined keeps it. */
  readonly tint: string | undefined;
  /** `#rrggbb` behind the image; undefined for none. */
  readonly background: string | undefined;
  /** Margin around an image on a background, as a fraction of the side, 0 to 0.5. */
  readonly padding: number;
}

/** The image of a record in its stored quality. */
export interface StoredImage extends Presentation {
  readonly kind: StoredKind;
  /** In pixels; for drawings in their own units, rounded, 1 to 65,535. */
  readonly width: number;
  readonly height: number;
  /** Whether it is a drawing in a single color, which can be replaced. */
  readonly recolorable: boolean;
  /** The file: a sanitized drawing as UTF-8, or a raster file without metadata. */
  readonly file: Uint8Array;
}

export const MAX_STORED_SIDE = 0xffff;
/** Maximum size of a stored drawing; larger ones are stored as raster images. */
export const MAX_DRAWING_BYTES = 2 ** 20;

/** Text that many drawings share. It is part of the format: changing it requires another format version. */
const DICTIONARY = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">' +
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2">' +
    '<path fill="currentColor" fill-rule="evenodd" clip-rule="evenodd" d="M"/></g></svg>',
);

/** What is not compressed needs no memory for it: 268 KB otherwise, which the garbage collector would have to free. */
const LEAST = { memLevel: 1, windowBits: 9 } as const;

/**
 * Encodes an item. Cost: about 30 µs per KB for a drawing.
 *
 * @param level of compression; 0, none, for images that are not stored
 */
export function encodeStoredImage(image: StoredImage, level: 0 | 6 = 6): Buffer {
  const { kind, width, height, recolorable, file } = image;
  const head = Buffer.alloc(IMAGE_HEAD_BYTES);
  head[0] = STORED_KINDS.indexOf(kind);
  head[1] = recolorable ? RECOLORABLE : 0;
  head.writeUInt16LE(storedSide(width), 2);
  head.writeUInt16LE(storedSide(height), 4);
  writePresentation(head, image);
  if (kind !== "svg") return Buffer.concat([head, file]);
  return Buffer.concat([head, deflateRawSync(file, { dictionary: DICTIONARY, level, ...(level === 0 ? LEAST : {}) })]);
}

/** A copy of an item with another presentation. O(bytes). */
export function withPresentation(item: Uint8Array, presentation: Presentation): Buffer {
  const copy = Buffer.from(item);
  writePresentation(copy, presentation);
  return copy;
}

function writePresentation(item: Buffer, { tint, background, padding }: Presentation): void {
  item[1] =
    (item[1]! & RECOLORABLE) | (tint === undefined ? 0 : HAS_TINT) | (background === undefined ? 0 : HAS_BACKGROUND);
  item.write((tint ?? NO_COLOR).slice(1), 6, "hex");
  item.write((background ?? NO_COLOR).slice(1), 9, "hex");
  item.writeUInt16LE(Math.round(padding * 0xffff), 12);
}

/** Whether an item is a drawing; undefined if there is no image. */
export function isStoredDrawing(item: Uint8Array): boolean | undefined {
  return item.length === 0 ? undefined : STORED_KINDS[item[0]!] === "svg";
}

/** The head of an item, without the file. O(1). */
export type StoredImageHead = Omit<StoredImage, "file">;

/** @throws FormatError if the bytes are not an item */
export function decodeImageHead(item: Buffer): StoredImageHead {
  const kind = item.length > IMAGE_HEAD_BYTES ? STORED_KINDS[item[0]!] : undefined;
  if (kind === undefined) throw new FormatError("images", "an image has an unknown kind or no content");
  const flags = item[1]!;
  return {
    kind,
    width: item.readUInt16LE(2),
    height: item.readUInt16LE(4),
    recolorable: (flags & RECOLORABLE) !== 0,
    tint: (flags & HAS_TINT) === 0 ? undefined : `#${item.toString("hex", 6, 9)}`,
    background: (flags & HAS_BACKGROUND) === 0 ? undefined : `#${item.toString("hex", 9, 12)}`,
    padding: item.readUInt16LE(12) / 0xffff,
  };
}

/**
 * Decodes an item. Its file is a view into `item` or, for a drawing, inflated.
 *
 * @throws FormatError if the bytes are not an item, or inflate to more than 1 MiB
 */
export function decodeStoredImage(item: Buffer): StoredImage {
  const head = decodeImageHead(item);
  const file = item.subarray(IMAGE_HEAD_BYTES);
  return { ...head, file: head.kind === "svg" ? inflate(file) : file };
}

function inflate(file: Buffer): Buffer {
  try {
    return inflateRawSync(file, { dictionary: DICTIONARY, maxOutputLength: MAX_DRAWING_BYTES });
  } catch {
    throw new FormatError("images", "a drawing can't be inflated");
  }
}

/** The nearest side that an item can have. */
export function storedSide(side: number): number {
  return Math.min(MAX_STORED_SIDE, Math.max(1, Math.round(side)));
}
