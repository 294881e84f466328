import type { Pixels } from "#src/phash/pixels.js";

/** An image in an ICO file: its directory entry and its bytes. */
export interface IcoEntry {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** A Windows icon with these images. */
export function icoOf(...entries: readonly IcoEntry[]): Buffer {
  const head = Buffer.alloc(6 + 16 * entries.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(entries.length, 4);
  let offset = head.length;
  for (const [index, { width, height, bytes }] of entries.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(width % 256, at);
    head.writeUInt8(height % 256, at + 1);
    head.writeUInt32LE(bytes.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...entries.map(({ bytes }) => bytes)]);
}

/** How a bitmap is written. */
export interface BitmapForm {
  /** Size of the header in bytes, default 40. */
  readonly header?: 12 | 40 | 52 | 56 | 108 | 124;
  readonly isTopDown?: boolean;
  /** Whether 32 bits include alpha, default true; else it is zero. */
  readonly alpha?: boolean;
  /** Masks of red, green, blue and possibly alpha, for 16 and 32 bits; without them, bits have their usual meaning. */
  readonly masks?: readonly number[];
  /** Entries of the palette, default as many as the bits can address. */
  readonly colors?: number;
  /** Factor of the height in the header, default 2, since it includes the mask. */
  readonly heightFactor?: number;
  /** Rows of the transparency mask, default all. */
  readonly maskRows?: number;
}

export type BitmapDepth = 1 | 2 | 4 | 8 | 16 | 24 | 32;

/** A bitmap as in an ICO file: header, color masks or palette, rows from bottom to top, then the transparency mask. */
export function bitmapOf(pixels: Pixels, depth: BitmapDepth, form: BitmapForm = {}): IcoEntry {
  const { width, height, data } = pixels;
  const { isTopDown = false, maskRows = height } = form;
  const rowBytes = (bits: number): number => Math.ceil((width * bits) / 32) * 4;
  const palette = depth <= 8 ? paletteOf(pixels) : [];
  const rows = Buffer.alloc(rowBytes(depth) * height);
  const mask = Buffer.alloc(rowBytes(1) * height);
  for (let y = 0; y < height; y++) {
    const row = isTopDown ? y : height - 1 - y;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const color = [...data.subarray(at, at + 4)];
      if (color[3] === 0) mask[row * rowBytes(1) + (x >> 3)]! |= 128 >> (x & 7);
      const place = row * rowBytes(depth) + ((x * depth) >> 3);
      if (depth > 8) rows.writeUIntLE(encodeColor(color, depth, form), place, depth / 8);
      else rows[place]! |= palette.indexOf(color.slice(0, 3).join()) << (8 - depth - ((x * depth) & 7));
    }
  }
  const parts = [headerOf(pixels, depth, form), encodePalette(palette, depth, form), rows];
  return { width, height, bytes: Buffer.concat([...parts, mask.subarray(0, rowBytes(1) * maskRows)]) };
}

/** The header, and the masks that follow one of 40 bytes. */
function headerOf({ width, height }: Pixels, depth: BitmapDepth, form: BitmapForm): Buffer {
  const { header: size = 40, isTopDown = false, masks, colors = 0, heightFactor = 2 } = form;
  const header = Buffer.alloc(size === 40 && masks !== undefined ? 40 + 4 * masks.length : size);
  header.writeUInt32LE(size, 0);
  if (size === 12) {
    for (const [index, value] of [width, height * heightFactor, 1, depth].entries()) {
      header.writeUInt16LE(value, 4 + index * 2);
    }
    return header;
  }
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height * heightFactor * (isTopDown ? -1 : 1), 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(depth, 14);
  if (masks !== undefined) header.writeUInt32LE(size === 40 && masks.length === 4 ? 6 : 3, 16);
  header.writeUInt32LE(colors, 32);
  for (const [index, mask] of (masks ?? []).entries()) {
    if (40 + index * 4 < header.length) header.writeUInt32LE(mask, 40 + index * 4);
  }
  return header;
}

function paletteOf({ data }: Pixels): string[] {
  const colors = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 3)].join());
  return [...new Set(colors)];
}

function encodePalette(palette: readonly string[], depth: BitmapDepth, form: BitmapForm): Buffer {
  if (depth > 8) return Buffer.alloc(0);
  const size = form.header === 12 ? 3 : 4;
  const { colors = 2 ** depth } = form;
  const table = Buffer.alloc(size * colors);
  for (const [index, color] of palette.slice(0, colors).entries()) {
    table.set(color.split(",").map(Number).reverse(), index * size);
  }
  return table;
}

function encodeColor(color: readonly number[], depth: BitmapDepth, { masks, alpha = true }: BitmapForm): number {
  const usual = depth === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff, depth === 32 ? 0xff000000 : 0];
  const parts = (masks ?? usual).map((mask, channel) => {
    const lowest = (mask & -mask) >>> 0;
    return mask === 0 || (channel === 3 && !alpha) ? 0 : Math.round((color[channel]! / 255) * (mask / lowest)) * lowest;
  });
  return parts.reduce((sum, part) => sum + part, 0);
}

/** A macOS icon with these parts. */
export function icnsOf(parts: Readonly<Record<string, Buffer>>): Buffer {
  const pieces = Object.entries(parts).map(([name, bytes]) => Buffer.concat([headOf(name, bytes.length), bytes]));
  const body = Buffer.concat(pieces);
  return Buffer.concat([headOf("icns", body.length), body]);
}

function headOf(name: string, length: number): Buffer {
  const head = Buffer.alloc(8, name, "latin1");
  head.writeUInt32BE(length + 8, 4);
  return head;
}

/** Channels of pixels one after the other, each run-length encoded. @param channels their positions in a pixel */
export function packedOf({ data }: Pixels, channels: readonly number[]): Buffer {
  return Buffer.concat(channels.map((channel) => runsOf([...data].filter((_, at) => at % 4 === channel))));
}

function runsOf(values: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < values.length; ) {
    let same = 1;
    while (same < 130 && at + same < values.length && values[at + same] === values[at]) same++;
    if (same >= 3) bytes.push(same + 125, values[at]!);
    else bytes.push(same - 1, ...values.slice(at, at + same));
    at += same;
  }
  return Buffer.from(bytes);
}
