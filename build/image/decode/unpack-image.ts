import sharp from "sharp";
import { openRaster } from "#src/images/open-raster.js";
import type { Pixels } from "#src/phash/pixels.js";
import { type Image, ImageError, type ImageFile, type ImageInside } from "../image-file.js";
import { imagesOfIcns } from "./icns.js";
import { imagesOfIco, isCursor } from "./ico.js";

/** Maximum number of images of a file that are tried, since each may take long and be damaged at its end. */
const MAX_TRIED = 16;

/**
 * The image of a file: the largest one that can be decoded of files that contain several; any other file is returned
 * unchanged. Call it only in processes that decode images, since files may be hostile.
 *
 * @throws ImageError if no image of an ICO, CUR or ICNS file can be decoded
 */
export async function unpackImage({ kind, bytes }: ImageFile): Promise<Image> {
  if (kind === "svg" || kind === "raster") return { kind, bytes };
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const unpacked =
    kind === "icns"
      ? firstOf(imagesOfIcns(file), "an ICNS")
      : firstOf(imagesOfIco(file), isCursor(file) ? "a CUR" : "an ICO");
  return { kind: "raster", bytes: await unpacked };
}

/** The first image that can be decoded. @param format with its article */
async function firstOf(images: readonly ImageInside[], format: string): Promise<Buffer> {
  let fault: string | undefined;
  for (const { name, read } of images.slice(0, MAX_TRIED)) {
    try {
      const image = read();
      return Buffer.isBuffer(image) ? await decodable(image) : await encode(image);
    } catch (error) {
      const { message } = error as Error;
      fault ??= `${name} ${error instanceof ImageError ? message : `can't be decoded (${message.split("\n", 1)[0]})`}`;
    }
  }
  const found = fault === undefined ? "without a complete image" : `with no image that can be decoded: ${fault}`;
  throw new ImageError(`it is ${format} file ${found}; save it with PNG images`);
}

/** Decodes a file row by row, in little memory. @throws Error of the decoder if that fails */
async function decodable(file: Buffer): Promise<Buffer> {
  await openRaster(file).resize(1, 1, { fit: "fill" }).raw().toBuffer();
  return file;
}

/** Encodes pixels as a file, since decoders expect files. */
function encode({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
