import sharp from "sharp";
import type { Pixels } from "#src/phash/pixels.js";
import type { Image, ImageFile } from "../image-file.js";
import { largestOfIcns } from "./icns.js";
import { largestOfIco } from "./ico.js";

/**
 * The image of a file: of one that holds several the largest, everything else as it is. Files may be hostile, and this looks into
 * them, so builds call it where they decode.
 *
 * @throws ImageError when a file that holds several is damaged, or none of them can be decoded
 */
export async function unpackImage({ kind, bytes }: ImageFile): Promise<Image> {
  if (kind === "svg" || kind === "raster") return { kind, bytes };
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const largest = kind === "ico" ? largestOfIco(file) : largestOfIcns(file);
  return { kind: "raster", bytes: Buffer.isBuffer(largest) ? largest : await encode(largest) };
}

/** Decoders take files. */
function encode({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
