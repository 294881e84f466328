import { FormatError } from "./errors.js";

/** Where the width of an image is written: little-endian bytes from an offset, the bits of it, and what to add. */
interface WidthField {
  readonly at: number;
  readonly bytes: number;
  readonly mask: number;
  readonly plus: number;
}

/** By the kind of an image's first chunk: lossy, lossless, and with what neither can say by itself, such as lossy with alpha. */
const WIDTHS: ReadonlyMap<string, WidthField> = new Map([
  ["VP8 ", { at: 26, bytes: 2, mask: 0x3fff, plus: 0 }],
  ["VP8L", { at: 21, bytes: 2, mask: 0x3fff, plus: 1 }],
  ["VP8X", { at: 24, bytes: 3, mask: 0xffffff, plus: 1 }],
]);

/**
 * The side of a square WebP image in pixels, read from its header (RFC 9649, section 2). O(1): nothing is decoded.
 *
 * @throws FormatError when the bytes are no such image
 */
export function webpSide(image: Buffer): number {
  const isWebp = image.toString("latin1", 0, 4) === "RIFF" && image.toString("latin1", 8, 12) === "WEBP";
  const field = isWebp ? WIDTHS.get(image.toString("latin1", 12, 16)) : undefined;
  if (field === undefined || image.length < field.at + field.bytes)
    throw new FormatError("images", "an image is not a WebP file");
  return (image.readUIntLE(field.at, field.bytes) & field.mask) + field.plus;
}
