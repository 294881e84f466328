import { isPng, PNG_SIGNATURE, pngChunks } from "../decode/png-chunks.js";

/**
 * Reduces a raster file to the image itself, without camera and program names, locations, thumbnails, further frames
 * and data after its end. Decoded pixels stay the same. Color profiles and orientation are ignored.
 *
 * @returns undefined for other formats, and for files with parts that can't be removed safely
 */
export function bareRaster(file: Buffer): BareRaster | undefined {
  if (isPng(file)) return bare("png", barePng(file));
  if (file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP") {
    return bare("webp", bareWebp(file));
  }
  return file.length > 2 && file.readUInt16BE(0) === JPEG_START ? bare("jpeg", bareJpeg(file)) : undefined;
}

export interface BareRaster {
  readonly kind: "png" | "webp" | "jpeg";
  readonly file: Buffer;
  /**
   * Whether the original certainly has no color profile and no orientation. If false, its metadata tells; reading that
   * takes a fifth of the time of decoding an icon.
   */
  readonly isPlain: boolean;
}

type Bare = Omit<BareRaster, "kind">;

function bare(kind: BareRaster["kind"], image: Bare | undefined): BareRaster | undefined {
  return image && { kind, ...image };
}

/** Names of critical chunks start with an upper-case letter; decoders that don't know such a chunk must fail. */
const PNG_CRITICAL = /^[A-Z][A-Za-z]{3}$/;
const PNG_KEPT: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Removed chunks that are no color profiles and can't contain an orientation, as texts can. */
const PNG_PLAIN: ReadonlySet<string> = new Set(["pHYs", "gAMA", "cHRM", "sRGB", "bKGD", "tIME"]);
const PNG_DEPTH_AT = 24;

function barePng(file: Buffer): Bare | undefined {
  // 16 bits per channel take twice the space without a visible difference.
  if (file.length <= PNG_DEPTH_AT || file[PNG_DEPTH_AT]! > 8) return undefined;
  const parts: Buffer[] = [PNG_SIGNATURE];
  let isPlain = true;
  for (const { name, bytes } of pngChunks(file)) {
    if (PNG_KEPT.has(name)) parts.push(bytes);
    else if (PNG_CRITICAL.test(name)) return undefined;
    else isPlain &&= PNG_PLAIN.has(name);
    if (name === "IEND") return { file: Buffer.concat(parts), isPlain };
  }
  return undefined;
}

const JPEG_START = 0xffd8;
const JPEG_END = 0xd9;
const JPEG_SCAN = 0xda;
/** Tables, frames (baseline, extended, progressive), restarts, scans. */
const JPEG_KEPT: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, JPEG_SCAN]);
const JPEG_JFIF = 0xe0;
/** Defines how channels are encoded; without it, decoders would guess differently. */
const JPEG_ADOBE = 0xee;
const JPEG_COMMENT = 0xfe;
/** Contains no thumbnail. */
const JFIF = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);

function bareJpeg(file: Buffer): Bare | undefined {
  const parts = [file.subarray(0, 2)];
  for (let at = 2; at + 2 <= file.length && file[at] === 0xff; ) {
    const marker = file[at + 1]!;
    if (marker === JPEG_END) return { file: Buffer.concat([...parts, file.subarray(at, at + 2)]), isPlain: false };
    if (at + 4 > file.length) return undefined;
    const dataEnd = at + 2 + file.readUInt16BE(at + 2);
    const end = marker === JPEG_SCAN ? endOfScan(file, dataEnd) : dataEnd;
    if (JPEG_KEPT.has(marker)) parts.push(file.subarray(at, end));
    // Without it, decoders guess the meaning of channels from other properties.
    else if (marker === JPEG_JFIF && file.toString("latin1", at + 4, at + 9) === "JFIF\0") parts.push(JFIF);
    else if (!isStripped(marker)) return undefined;
    at = end;
  }
  return undefined;
}

function isStripped(marker: number): boolean {
  return marker === JPEG_COMMENT || (marker >= JPEG_JFIF && marker <= 0xef && marker !== JPEG_ADOBE);
}

/** Finds the end of the coded data, in which the first byte of a marker is followed by zero or a restart number. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]!;
    if (next !== 0 && (next < 0xd0 || next > 0xd7) && next !== 0xff) return at;
  }
  return file.length;
}

const RIFF_HEAD_BYTES = 12;
const WEBP_KEPT: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "VP8X", "ALPH"]);
const WEBP_STRIPPED: ReadonlySet<string> = new Set(["EXIF", "XMP ", "ICCP"]);
/** A flag of the VP8X chunk. */
const WEBP_HAS_ALPHA = 0x10;

function bareWebp(file: Buffer): Bare | undefined {
  const end = Math.min(file.length, 8 + file.readUInt32LE(4));
  const parts: Buffer[] = [];
  let hasImage = false;
  let isPlain = true;
  for (let at = RIFF_HEAD_BYTES; at + 8 <= end; ) {
    const name = file.toString("latin1", at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const next = at + 8 + size + (size & 1);
    if (next > end) return undefined;
    const chunk = file.subarray(at, next);
    const kept = name === "VP8X" ? withFlags(chunk) : chunk;
    isPlain &&= WEBP_KEPT.has(name) && kept.equals(chunk);
    if (WEBP_KEPT.has(name)) parts.push(kept);
    // This includes animations.
    else if (!WEBP_STRIPPED.has(name)) return undefined;
    hasImage ||= name === "VP8 " || name === "VP8L";
    at = next;
  }
  if (!hasImage) return undefined;
  const head = Buffer.from(file.subarray(0, RIFF_HEAD_BYTES));
  head.writeUInt32LE(
    parts.reduce((sum, { length }) => sum + length, 4),
    4,
  );
  return { file: Buffer.concat([head, ...parts]), isPlain };
}

function withFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy[8]! &= WEBP_HAS_ALPHA;
  return copy;
}
