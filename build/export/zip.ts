import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw, deflateRawSync, inflateRawSync, type ZlibOptions } from "node:zlib";

/** A file of an archive. */
export interface ZipFile {
  /** With slashes. */
  readonly path: string;
  /** The whole content, or its pieces, which are always compressed. */
  readonly bytes: Uint8Array | Iterable<Uint8Array>;
  /** Whether it is already compressed. */
  readonly compressed: boolean;
}

const STORED = 0;
const DEFLATED = 8;
/** Flag for names in UTF-8. */
const UTF_8_NAME = 0x0800;
const SIZES_BEHIND = 0x0008;
/** 1980-01-01, the first date of the format, so that archives of the same files are identical. */
const DATE = 0x0021;
const VERSION = 20;
const VERSION_64 = 45;
const UNIX = 3;
/** A regular file that everyone may read and its owner may write. */
const MODE = 0o100644;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
/** Size of the blocks in which the directory is compressed and kept. */
const BLOCK_BYTES = 2 ** 18;

/**
 * Writes an archive as in APPNOTE.TXT 6.3, with 64-bit extensions from 65,535 files or 4 GiB on. Memory: one file, and
 * about 20 bytes per previous file, since the directory is at the end.
 *
 * @param files with distinct paths
 */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const directory = createDirectory();
  let offset = 0;
  let count = 0;
  for await (const { path, bytes, compressed } of files) {
    const name = Buffer.from(path);
    const start = offset;
    const parts = bytes instanceof Uint8Array ? writeWhole(name, bytes, compressed) : writePieces(name, bytes);
    let part = await parts.next();
    for (; !part.done; part = await parts.next()) {
      yield part.value;
      offset += part.value.length;
    }
    directory.add(centralHead(part.value, start));
    count++;
  }
  let size = 0;
  for (const block of directory.blocks()) {
    yield block;
    size += block.length;
  }
  yield end(count, size, offset);
}

interface Entry {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly fullSize: number;
}

function* writeWhole(name: Buffer, bytes: Uint8Array, compressed: boolean): Generator<Uint8Array, Entry> {
  const deflated = compressed ? bytes : deflateRawSync(bytes, optionsFor(bytes.length));
  const [method, content] = deflated.length < bytes.length ? [DEFLATED, deflated] : [STORED, bytes];
  const sizes = { crc: crc32(bytes), size: content.length, fullSize: bytes.length };
  const entry = { name, flags: UTF_8_NAME, method, ...sizes };
  yield localHead(entry);
  yield content;
  return entry;
}

/** Uses no more memory than the content needs, since setting it up takes longer than compressing an icon. */
function optionsFor(length: number): ZlibOptions {
  const windowBits = Math.min(15, Math.max(9, 32 - Math.clz32(length)));
  const chunkSize = Math.min(2 ** 16, Math.max(64, length));
  return { windowBits, memLevel: Math.min(8, windowBits - 6), chunkSize };
}

/** Writes checksum and sizes after the content. */
async function* writePieces(name: Buffer, pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, Entry> {
  const begun = { name, flags: UTF_8_NAME | SIZES_BEHIND, method: DEFLATED, crc: 0, size: 0, fullSize: 0 };
  yield localHead(begun);
  let [crc, size, fullSize] = [0, 0, 0];
  function* counted(): Generator<Uint8Array> {
    for (const piece of pieces) {
      crc = crc32(piece, crc);
      fullSize += piece.length;
      yield piece;
    }
  }
  // Errors of the pipeline are thrown by the loop.
  const deflated = pipeline(Readable.from(counted()), createDeflateRaw(), () => undefined);
  for await (const part of deflated as AsyncIterable<Buffer>) {
    size += part.length;
    yield part;
  }
  if (fullSize > MAX_32) throw new RangeError(`${name.toString()} has more than 4 GiB, which this archive can't hold`);
  const behind = Buffer.alloc(16);
  behind.writeUInt32LE(0x08074b50, 0);
  behind.writeUInt32LE(crc, 4);
  behind.writeUInt32LE(size, 8);
  behind.writeUInt32LE(fullSize, 12);
  yield behind;
  return { ...begun, crc, size, fullSize };
}

function localHead(entry: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION, 4);
  writeShared(head, 6, entry);
  return Buffer.concat([head, entry.name]);
}

function centralHead(entry: Entry, offset: number): Buffer {
  const isFar = offset >= MAX_32;
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head[4] = isFar ? VERSION_64 : VERSION;
  head[5] = UNIX;
  head.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6);
  writeShared(head, 8, entry);
  head.writeUInt16LE(isFar ? 12 : 0, 30);
  head.writeUInt32LE(MODE * 2 ** 16, 38);
  head.writeUInt32LE(Math.min(offset, MAX_32), 42);
  if (!isFar) return Buffer.concat([head, entry.name]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return Buffer.concat([head, entry.name, extra]);
}

/** Writes the common part of both headers, from flags to the length of the name. */
function writeShared(head: Buffer, at: number, { name, flags, method, crc, size, fullSize }: Entry): void {
  head.writeUInt16LE(flags, at);
  head.writeUInt16LE(method, at + 2);
  head.writeUInt16LE(DATE, at + 6);
  head.writeUInt32LE(crc, at + 8);
  head.writeUInt32LE(size, at + 12);
  head.writeUInt32LE(fullSize, at + 16);
  head.writeUInt16LE(name.length, at + 20);
}

function end(count: number, size: number, offset: number): Buffer {
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(Math.min(count, MAX_16), 8);
  last.writeUInt16LE(Math.min(count, MAX_16), 10);
  last.writeUInt32LE(Math.min(size, MAX_32), 12);
  last.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (count < MAX_16 && size < MAX_32 && offset < MAX_32) return last;
  const wide = Buffer.alloc(76);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide[12] = VERSION_64;
  wide[13] = UNIX;
  wide.writeUInt16LE(VERSION_64, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(size), 40);
  wide.writeBigUInt64LE(BigInt(offset), 48);
  // Offset of the record above.
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(offset + size), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, last]);
}

/**
 * Compresses the headers of the directory until they are written. This takes a tenth of their size, most of it for
 * checksums.
 */
function createDirectory(): { add(head: Buffer): void; blocks(): Generator<Buffer> } {
  const packed: Buffer[] = [];
  let heads: Buffer[] = [];
  let bytes = 0;
  return {
    add(head) {
      heads.push(head);
      bytes += head.length;
      if (bytes < BLOCK_BYTES) return;
      packed.push(deflateRawSync(Buffer.concat(heads), { level: 1 }));
      heads = [];
      bytes = 0;
    },
    *blocks() {
      for (const block of packed) yield inflateRawSync(block);
      yield Buffer.concat(heads);
    },
  };
}
