import type { Pixels } from "#src/phash/pixels.js";
import { ImageError } from "../image-file.js";
import { pngSizeOf } from "./png-header.js";

/** Name and length; the file begins with such a pair, and so does each of its parts. */
const HEAD_BYTES = 8;

/** The images that the format packs itself, largest first: the part with the colors, the side in pixels, the part with the alpha channel. */
const KINDS = [
  { name: "it32", side: 128, mask: "t8mk" },
  { name: "ih32", side: 48, mask: "h8mk" },
  { name: "ic05", side: 32 },
  { name: "il32", side: 32, mask: "l8mk" },
  { name: "ic04", side: 16 },
  { name: "is32", side: 16, mask: "s8mk" },
] as const;
/** Parts that hold an alpha channel too begin with it. */
const WITH_ALPHA = "ARGB";
/** The largest ones begin with four bytes of zero. */
const PADDED = "it32";

/** Tells icons of macOS by their first bytes. */
export function isIcns(bytes: Buffer): boolean {
  return bytes.length >= HEAD_BYTES && bytes.toString("latin1", 0, 4) === "icns";
}

/**
 * The largest image of a macOS icon: a PNG file as it lies there, or the pixels of an image that the format packs itself.
 *
 * @throws ImageError when the file is cut off or damaged, or has no image that can be decoded; JPEG 2000 can't
 */
export function largestOfIcns(bytes: Buffer): Buffer | Pixels {
  const parts = partsOf(bytes);
  const png = largestPng(parts);
  const [packed] = packedImages(parts);
  if (packed !== undefined && packed.side > (png?.side ?? 0)) return unpack(packed);
  if (png !== undefined) return png.bytes;
  const found = [...parts.values()].some(isJpeg2000) ? "JPEG 2000 images only" : "no image that can be decoded";
  throw new ImageError(`it is an ICNS file with ${found}; save it with PNG images`);
}

/** What a file holds, by its four letters; of parts of one name the first. */
function partsOf(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer>();
  for (let at = HEAD_BYTES; at < bytes.length; ) {
    const length = at + HEAD_BYTES <= bytes.length ? bytes.readUInt32BE(at + 4) : 0;
    if (length < HEAD_BYTES || at + length > bytes.length) {
      throw new ImageError(`it is an ICNS file that is cut off or damaged at byte ${at}`);
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
    throw new ImageError(`its image of ${image.side} pixels can't be unpacked: ${(error as Error).message}`);
  }
}

function isJpeg2000(part: Buffer): boolean {
  return part.toString("latin1", 4, 8) === "jP  " || part.toString("hex", 0, 4) === "ff4fff51";
}

/** An image whose channels lie one after the other, each in runs. */
export interface PackedImage {
  /** Width and height in pixels. */
  readonly side: number;
  /** The channels: alpha first if there is no mask. */
  readonly runs: Buffer;
  /** The alpha channel, a byte a pixel, where it lies apart. */
  readonly mask?: Buffer | undefined;
  readonly withAlpha: boolean;
}

/** The packed images among the parts of a file, largest first. */
function packedImages(parts: ReadonlyMap<string, Buffer>): PackedImage[] {
  return KINDS.flatMap((kind) => {
    const part = parts.get(kind.name);
    if (part === undefined || pngSizeOf(part) !== undefined) return [];
    const withAlpha = part.toString("latin1", 0, WITH_ALPHA.length) === WITH_ALPHA;
    // Without its four letters, a part of such a name is a file of another kind.
    if (!("mask" in kind) && !withAlpha) return [];
    const runs = withAlpha || kind.name === PADDED ? part.subarray(4) : part;
    return [{ side: kind.side, runs, withAlpha, mask: "mask" in kind ? parts.get(kind.mask) : undefined }];
  });
}

/** @throws Error when the runs end before the pixels do */
function unpackImage({ side, runs, mask, withAlpha }: PackedImage): Pixels {
  const count = side * side;
  const channels = unpackRuns(runs, count * (withAlpha ? 4 : 3));
  const color = withAlpha ? count : 0;
  const data = new Uint8Array(count * 4);
  for (let pixel = 0; pixel < count; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      data[pixel * 4 + channel] = channels[color + channel * count + pixel] as number;
    }
    data[pixel * 4 + 3] = withAlpha ? (channels[pixel] as number) : (mask?.[pixel] ?? 255);
  }
  return { width: side, height: side, data };
}

/** A byte n below 128 stands before n + 1 bytes as they are, another before a byte that comes n - 125 times. */
function unpackRuns(runs: Buffer, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  let done = 0;
  while (done < length) {
    const head = runs[at++];
    if (head === undefined || at === runs.length) throw new Error("it ends early");
    if (head < 128) {
      bytes.set(runs.subarray(at, at + Math.min(head + 1, length - done)), done);
      at += head + 1;
      done += head + 1;
    } else {
      bytes.fill(runs[at++] as number, done, done + head - 125);
      done += head - 125;
    }
  }
  return bytes;
}
