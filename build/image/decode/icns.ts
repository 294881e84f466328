import type { Pixels } from "#src/phash/pixels.js";
import { ImageError, type ImageInside } from "../image-file.js";
import { isPng, pngHeader } from "./png-chunks.js";

/** Name and length; both the file and each of its parts begin with such a header. */
const HEAD_BYTES = 8;

/**
 * The images in the format's own compression, largest first: the part with the colors, the side in pixels, the part
 * with the alpha channel.
 */
const KINDS = [
  { name: "it32", side: 128, mask: "t8mk" },
  { name: "ih32", side: 48, mask: "h8mk" },
  { name: "ic05", side: 32 },
  { name: "il32", side: 32, mask: "l8mk" },
  { name: "ic04", side: 16 },
  { name: "is32", side: 16, mask: "s8mk" },
] as const;
/** Prefix of parts that include an alpha channel. */
const WITH_ALPHA = "ARGB";
/** Parts of this type begin with four zero bytes. */
const PADDED = "it32";

/** Whether bytes begin like a macOS icon. */
export function isIcns(bytes: Buffer): boolean {
  return bytes.length >= HEAD_BYTES && bytes.toString("latin1", 0, 4) === "icns";
}

/**
 * The images of a macOS icon, largest first: embedded PNG files, and images in the format's own compression.
 *
 * @throws ImageError if the file is truncated or damaged, or has no image in a known format; JPEG 2000 is not known
 */
export function imagesOfIcns(bytes: Buffer): readonly ImageInside[] {
  const parts = partsOf(bytes);
  const images = [...pngImages(parts), ...packedImages(parts)].sort((a, b) => b.side - a.side);
  if (images.length > 0) return images;
  const found = [...parts.values()].some(isJpeg2000) ? "JPEG 2000 images only" : "no image that can be decoded";
  throw new ImageError(`it is an ICNS file with ${found}; save it with PNG images`);
}

/** The parts of a file by their four letters; the first one of each name. */
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

/** An image and the longer side in pixels. */
type SizedImage = ImageInside & { readonly side: number };

function pngImages(parts: ReadonlyMap<string, Buffer>): SizedImage[] {
  return [...parts].flatMap(([name, bytes]) => {
    const size = pngHeader(bytes);
    return size === undefined
      ? []
      : [{ name: `its part ${JSON.stringify(name)}`, side: Math.max(size.width, size.height), read: () => bytes }];
  });
}

function isJpeg2000(part: Buffer): boolean {
  return part.toString("latin1", 4, 8) === "jP  " || part.toString("hex", 0, 4) === "ff4fff51";
}

/** An image with consecutive, run-length encoded channels. */
export interface PackedImage {
  /** Width and height in pixels. */
  readonly side: number;
  /** The channels: alpha first if there is no mask. */
  readonly runs: Buffer;
  /** The alpha channel, one byte per pixel, if it is separate. */
  readonly mask?: Buffer | undefined;
  readonly withAlpha: boolean;
}

function packedImages(parts: ReadonlyMap<string, Buffer>): SizedImage[] {
  return KINDS.flatMap((kind) => {
    const part = parts.get(kind.name);
    if (part === undefined || isPng(part)) return [];
    const withAlpha = part.toString("latin1", 0, WITH_ALPHA.length) === WITH_ALPHA;
    // Without its four letters, a part of that name is a file in another format.
    if (!("mask" in kind) && !withAlpha) return [];
    const runs = withAlpha || kind.name === PADDED ? part.subarray(4) : part;
    const mask = "mask" in kind ? parts.get(kind.mask) : undefined;
    const { side } = kind;
    return [{ name: `its image of ${side} pixels`, side, read: () => unpackRaster({ side, runs, withAlpha, mask }) }];
  });
}

/** @throws ImageError if the runs end before the pixels do */
function unpackRaster({ side, runs, mask, withAlpha }: PackedImage): Pixels {
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

/** A byte n below 128 precedes n + 1 literal bytes; any other precedes a byte that is repeated n - 125 times. */
function unpackRuns(runs: Buffer, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  let done = 0;
  while (done < length) {
    const head = runs[at++];
    if (head === undefined || at === runs.length) throw new ImageError("can't be unpacked: it ends early");
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
