/** A PNG file and its size in pixels, up to 256. */
export interface IcoImage {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

const HEAD_BYTES = 6;
const ENTRY_BYTES = 16;

/** A Windows icon that contains PNG files. A side of 256 is encoded as 0. */
export function icoFile(images: readonly IcoImage[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES + ENTRY_BYTES * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let start = head.length;
  for (const [at, { png, width, height }] of images.entries()) {
    const entry = head.subarray(HEAD_BYTES + ENTRY_BYTES * at);
    entry[0] = width & 0xff;
    entry[1] = height & 0xff;
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(start, 12);
    start += png.length;
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}
