import { crc32, deflateRawSync, deflateSync } from "node:zlib";

/** Samples per pixel by color type: gray, RGB, palette, gray with alpha, RGBA. */
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
export type PngColorType = keyof typeof CHANNELS;

/** A PNG file to write. */
export interface PngForm {
  readonly width: number;
  readonly height: number;
  readonly colorType: PngColorType;
  /** Bits per sample. */
  readonly depth: number;
  /** The samples of a pixel. */
  readonly pixel: (x: number, y: number) => readonly number[];
  /** Chunks between the header and the pixels. */
  readonly chunks?: readonly Buffer[];
  /** Whether Apple's chunk comes first and pixels lack the zlib header. Other changes are up to `pixel`. */
  readonly isApple?: boolean;
}

export function pngFile({ width, height, colorType, depth, pixel, chunks = [], isApple = false }: PngForm): Buffer {
  const channels = CHANNELS[colorType];
  const rowBytes = 1 + Math.ceil((width * channels * depth) / 8);
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (const [channel, sample] of pixel(x, y).slice(0, channels).entries()) {
        const bit = (x * channels + channel) * depth;
        const at = y * rowBytes + 1 + (bit >> 3);
        if (depth === 16) rows.writeUInt16BE(sample, at);
        else rows[at]! |= sample << (8 - depth - (bit & 7));
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType], 8);
  const data = isApple ? deflateRawSync(rows) : deflateSync(rows);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    ...(isApple ? [chunkOf("CgBI", Buffer.from([0x50, 0, 0x20, 2]))] : []),
    ...[chunkOf("IHDR", header), ...chunks, chunkOf("IDAT", data), chunkOf("IEND", Buffer.alloc(0))],
  ]);
}

export function chunkOf(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

function numbersOf(name: string, numbers: readonly number[], unit: number): Buffer {
  const data = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) data.writeUInt32BE(Math.round(number * unit), index * 4);
  return chunkOf(name, data);
}

export const gAMA = (gamma: number): Buffer => numbersOf("gAMA", [gamma], 100_000);
/** @param chromaticities x and y of white, red, green and blue */
export const cHRM = (...chromaticities: readonly number[]): Buffer => numbersOf("cHRM", chromaticities, 100_000);
export const cICP = (primaries: number, transfer: number, matrix = 0, fullRange = 1): Buffer =>
  chunkOf("cICP", Buffer.from([primaries, transfer, matrix, fullRange]));
/** @param peak largest luminance in cd/m² */
export const cLLI = (peak: number): Buffer => numbersOf("cLLI", [peak, 0], 10_000);
export const mDCV = (peak: number): Buffer =>
  chunkOf("mDCV", Buffer.concat([Buffer.alloc(16), numbersOf("----", [peak, 0], 10_000).subarray(8, 16)]));
export const sRGB = (): Buffer => chunkOf("sRGB", Buffer.from([0]));
