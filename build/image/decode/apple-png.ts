import { crc32, deflateSync, inflateRawSync } from "node:zlib";
import { MAX_PIXELS, openRaster, toPixels } from "#src/images/open-raster.js";
import type { Pixels } from "#src/phash/pixels.js";
import { ImageError } from "../image-file.js";
import { APPLE_CHUNK, isPng, PNG_SIGNATURE, pngChunks, pngHeader } from "./png-chunks.js";

/** Channels by color type; these tools write no other ones. */
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** Whether a file is a PNG image that Xcode optimized for iOS, which only Apple's programs read. */
export function isApplePng(bytes: Buffer): boolean {
  if (!isPng(bytes)) return false;
  const [first] = pngChunks(bytes);
  return first?.name === APPLE_CHUNK;
}

/**
 * Decodes a PNG image that is optimized for iOS: its pixels are compressed without a zlib header, channels are in the
 * order blue, green, red, alpha, and colors are multiplied by alpha.
 *
 * @throws ImageError if it is damaged or has more than 6 million pixels
 */
export async function decodeApplePng(bytes: Buffer): Promise<Pixels> {
  const header = pngHeader(bytes);
  const channels = CHANNELS[header?.colorType ?? 0];
  if (header === undefined || channels === undefined || header.depth !== 8) throw damaged("its header is invalid");
  const { width, height } = header;
  if (width * height > MAX_PIXELS)
    throw new ImageError(`it has more than ${MAX_PIXELS / 1e6} million pixels; make it smaller`);
  try {
    // Each row begins with a byte; interlaced images have up to twice as many rows.
    const most = (width * channels + 2) * height + 16;
    return toStraightRgba(await toPixels(openRaster(ordinaryPng(bytes, most))));
  } catch {
    throw damaged("its pixels can't be unpacked");
  }
}

function damaged(reason: string): ImageError {
  return new ImageError(`it is a PNG file optimized for iOS, and ${reason}; save it again as an ordinary PNG file`);
}

/** A file with the same channels that other programs read. @param most maximum size of the unpacked pixels in bytes */
function ordinaryPng(bytes: Buffer, most: number): Buffer {
  const chunks = [...pngChunks(bytes)];
  const packed = Buffer.concat(chunks.filter(({ name }) => name === "IDAT").map(({ data }) => data));
  const header = chunks.find(({ name }) => name === "IHDR")!.bytes;
  const pixels = encodeChunk("IDAT", deflateSync(inflateRawSync(packed, { maxOutputLength: most }), { level: 1 }));
  return Buffer.concat([PNG_SIGNATURE, header, pixels, encodeChunk("IEND", Buffer.alloc(0))]);
}

function encodeChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length);
  chunk.write(name, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** Converts pixels in place. */
function toStraightRgba(pixels: Pixels): Pixels {
  const { data } = pixels;
  for (let at = 0; at < data.length; at += 4) {
    const [blue, green, red, alpha] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
    const straight = (level: number): number => (alpha === 0 ? 0 : Math.min(255, Math.round((level * 255) / alpha)));
    data[at] = straight(red);
    data[at + 1] = straight(green);
    data[at + 2] = straight(blue);
  }
  return pixels;
}
