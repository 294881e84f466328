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

/**
 * A bitmap as in an ICO file: header, color table up to 8 bits, rows from bottom to top, then the transparency mask.
 *
 * @param alpha whether the fourth byte of 32 bits is alpha; else it is zero
 */
export function bitmapOf({ width, height, data }: Pixels, depth: 1 | 4 | 8 | 24 | 32, alpha = true): IcoEntry {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(depth, 14);
  const pixels = Array.from({ length: width * height }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
  const colors = [...new Set(pixels.map(([r, g, b]) => [b, g, r, 0].join()))];
  const table = Buffer.alloc(depth > 8 ? 0 : 4 << depth);
  if (depth <= 8) for (const [at, color] of colors.entries()) table.set(color.split(",").map(Number), at * 4);
  const rowBytes = (bits: number): number => Math.ceil((width * bits) / 32) * 4;
  const rows = Buffer.alloc(rowBytes(depth) * height);
  const mask = Buffer.alloc(rowBytes(1) * height);
  for (const [at, [r = 0, g = 0, b = 0, a = 0]] of pixels.entries()) {
    const x = at % width;
    const row = height - 1 - Math.floor(at / width);
    if (a === 0) mask[row * rowBytes(1) + (x >> 3)]! |= 128 >> (x & 7);
    if (depth > 8) {
      rows.set([b, g, r, alpha ? a : 0].slice(0, depth / 8), row * rowBytes(depth) + (x * depth) / 8);
    } else {
      const index = colors.indexOf([b, g, r, 0].join());
      rows[row * rowBytes(depth) + ((x * depth) >> 3)]! |= index << (8 - depth - ((x * depth) & 7));
    }
  }
  return { width, height, bytes: Buffer.concat([header, table, rows, mask]) };
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
