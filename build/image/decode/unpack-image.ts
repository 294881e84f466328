import sharp from "sharp";
import type { Pixels } from "#src/phash/pixels.js";
import type { Image, ImageFile } from "../image-file.js";
import { largestOfIcns } from "./icns.js";
import { largestOfIco } from "./ico.js";

/**
 * The image of a file: the largest one of files that contain several; any other file is returned unchanged. Call it
 * only in processes that decode images, since files may be hostile.
 *
 * @throws ImageError if an ICO or ICNS file is damaged, or none of its images can be decoded
 */
export async function unpackImage({ kind, bytes }: ImageFile): Promise<Image> {
  if (kind === "svg" || kind === "raster") return { kind, bytes };
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const largest = kind === "ico" ? largestOfIco(file) : largestOfIcns(file);
  return { kind: "raster", bytes: Buffer.isBuffer(largest) ? largest : await encode(largest) };
}

/** Encodes pixels as a file, since decoders expect files. */
function encode({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
