/** The first bytes of a PNG file. */
export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length and name before the data of a chunk. */
const HEAD_BYTES = 8;
/** Checksum after the data. */
const SUM_BYTES = 4;
const HEADER_BYTES = 13;
/** The chunk before all others that Apple's tools write if they change how pixels are stored. */
export const APPLE_CHUNK = "CgBI";

/** A chunk of a PNG file. */
export interface PngChunk {
  /** Four letters. */
  readonly name: string;
  readonly data: Buffer;
  /** The chunk with its length, name and checksum. */
  readonly bytes: Buffer;
}

/** The header of a PNG file. */
export interface PngHeader {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Bits per channel, or per pixel with a palette. */
  readonly depth: number;
  /** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
  readonly colorType: number;
}

/** Whether bytes begin like a PNG file. */
export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
}

/** The chunks of a PNG file until its end or the first truncated one. Checksums are not verified. */
export function* pngChunks(file: Buffer): Generator<PngChunk> {
  for (let at = PNG_SIGNATURE.length; at + HEAD_BYTES + SUM_BYTES <= file.length; ) {
    const dataEnd = at + HEAD_BYTES + file.readUInt32BE(at);
    const end = dataEnd + SUM_BYTES;
    if (end > file.length) return;
    const name = file.toString("latin1", at + 4, at + HEAD_BYTES);
    yield { name, data: file.subarray(at + HEAD_BYTES, dataEnd), bytes: file.subarray(at, end) };
    at = end;
  }
}

/** The header of a PNG file, which only Apple's own chunk may precede; undefined if the bytes do not begin like one. */
export function pngHeader(file: Buffer): PngHeader | undefined {
  if (!isPng(file)) return undefined;
  const [first, second] = pngChunks(file);
  const { name, data } = (first?.name === APPLE_CHUNK ? second : first) ?? {};
  if (name !== "IHDR" || data?.length !== HEADER_BYTES) return undefined;
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), depth: data[8]!, colorType: data[9]! };
}
