import type { Pixels } from "#src/phash/pixels.js";
import { type PackedImage, packedImages, unpackImage } from "./icns-packed.js";
import { PictureError } from "./picture-error.js";
import { pngSizeOf } from "./png-header.js";

/** Name and length; the file begins with such a pair, and so does each of its parts. */
const HEAD_BYTES = 8;

/** Tells icons of macOS by their first bytes. */
export function isIcns(bytes: Buffer): boolean {
  return bytes.length >= HEAD_BYTES && bytes.toString("latin1", 0, 4) === "icns";
}

/**
 * The largest image of a macOS icon: a PNG file as it lies there, or the pixels of an image that the format packs itself.
 *
 * @throws PictureError when the file is cut off or damaged, or has no image that can be decoded; JPEG 2000 can't
 */
export function largestOfIcns(bytes: Buffer): Buffer | Pixels {
  const parts = partsOf(bytes);
  const png = largestPng(parts);
  const [packed] = packedImages(parts);
  if (packed !== undefined && packed.side > (png?.side ?? 0)) return unpack(packed);
  if (png !== undefined) return png.bytes;
  const found = [...parts.values()].some(isJpeg2000) ? "JPEG 2000 images only" : "no image that can be decoded";
  throw new PictureError(`it is an ICNS file with ${found}; save it with PNG images`);
}

/** What a file holds, by its four letters; of parts of one name the first. */
function partsOf(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer>();
  for (let at = HEAD_BYTES; at < bytes.length; ) {
    const length = at + HEAD_BYTES <= bytes.length ? bytes.readUInt32BE(at + 4) : 0;
    if (length < HEAD_BYTES || at + length > bytes.length) {
      throw new PictureError(`it is an ICNS file that is cut off or damaged at byte ${at}`);
    }
    const name = bytes.toString("latin1", at, at + 4);
    if (!parts.has(name)) parts.set(name, bytes.subarray(at + HEAD_BYTES, at + length));
    at += length;
  }
  return parts;
}

function largestPng(parts: ReadonlyMap<string, Buffer>): { readonly side: number; readonly bytes: Buffer } | undefined {
  let largest: { side: number; bytes: Buffer } | undefined;
  for (const bytes of parts.values()) {
    const size = pngSizeOf(bytes);
    const side = size === undefined ? 0 : Math.max(size.width, size.height);
    if (side > (largest?.side ?? 0)) largest = { side, bytes };
  }
  return largest;
}

function unpack(image: PackedImage): Pixels {
  try {
    return unpackImage(image);
  } catch (error) {
    throw new PictureError(`its image of ${image.side} pixels can't be unpacked: ${(error as Error).message}`);
  }
}

function isJpeg2000(part: Buffer): boolean {
  return part.toString("latin1", 4, 8) === "jP  " || part.toString("hex", 0, 4) === "ff4fff51";
}
