import { createHash } from "node:crypto";

// A file with the images from which a generation was built, numbers little-endian:
//
//   offset  bytes
//        0      8  "ICONUSE3": kind and layout of the file
//        8     32  SHA-256 of everything after it
//       40     32  the name of the generation
//       72      4  length of the path
//       76         absolute path of the artifacts folder
//
// followed by a row for each record with an analyzed image, in display order:
//
//   offset  bytes
//        0      4  the record's ordinal
//        4      4  length of the measurements; 0 if the image must be read to identify it
//        8     32  the key of its analysis
//       40     32  its stamp; zeros if it has none
//       72     32  SHA-256 of the stored image
//      104      4  length of the removed parts
//      108         the measurements in MessagePack, then the parts removed from the drawing as JSON, if any
const NOTHING = new Uint8Array(0);
const MAGIC = Buffer.from("ICONUSE3");
const DIGEST_AT = 8;
const GENERATION_AT = 40;
const PATH_LENGTH_AT = 72;
const PATH_AT = 76;

const MEASURED_LENGTH_AT = 4;
const KEY_AT = 8;
const STAMP_AT = 40;
const IMAGE_DIGEST_AT = 72;
const REMOVED_LENGTH_AT = 104;
const MEASURED_AT = 108;

/** The key of an image that does not have to be read, and its analysis. */
export interface KnownImage {
  /** As returned by `stampKey`. */
  readonly stamp: string;
  /** The measurements in MessagePack. */
  readonly measured: Uint8Array;
  /** The parts removed from the drawing. */
  readonly removed: readonly string[];
  /** SHA-256 of the stored image, in hex. */
  readonly digest: string;
}

/** The images from which a generation was built. */
export interface ReuseFile {
  readonly artifacts: string;
  readonly generation: string;
  /** The rows, as views into the file. */
  rows(): Iterable<Buffer>;
}

/**
 * Encodes a row whose ordinal is set later.
 *
 * @param key of the analysis
 * @param known undefined if the image must be read to identify it
 */
export function encodeRow(key: string, known: KnownImage | undefined): Buffer {
  const removed = Buffer.from(known === undefined || known.removed.length === 0 ? "" : JSON.stringify(known.removed));
  const measured = known?.measured ?? NOTHING;
  const row = Buffer.alloc(MEASURED_AT + measured.length + removed.length);
  row.write(key, KEY_AT, "hex");
  if (known === undefined) return row;
  row.writeUInt32LE(measured.length, MEASURED_LENGTH_AT);
  row.writeUInt32LE(removed.length, REMOVED_LENGTH_AT);
  row.write(known.stamp, STAMP_AT, "hex");
  row.write(known.digest, IMAGE_DIGEST_AT, "hex");
  row.set(measured, MEASURED_AT);
  row.set(removed, MEASURED_AT + measured.length);
  return row;
}

export const rowOrdinal = (row: Buffer): number => row.readUInt32LE(0);
export const setRowOrdinal = (row: Buffer, ordinal: number): void => void row.writeUInt32LE(ordinal);
export const rowKey = (row: Buffer): string => row.toString("hex", KEY_AT, STAMP_AT);
export const rowDigest = (row: Buffer): string => row.toString("hex", IMAGE_DIGEST_AT, REMOVED_LENGTH_AT);
export const rowMeasured = (row: Buffer): Buffer => row.subarray(MEASURED_AT, removedAt(row));

/** The parts removed from the drawing of a row. */
export function rowRemoved(row: Buffer): readonly string[] {
  const at = removedAt(row);
  return at === row.length ? [] : JSON.parse(row.toString("utf8", at));
}

/** The stamp of a row, as returned by `stampKey`. Undefined if the image must be read to identify it. */
export function rowStamp(row: Buffer): string | undefined {
  return row.readUInt32LE(MEASURED_LENGTH_AT) === 0 ? undefined : row.toString("hex", STAMP_AT, IMAGE_DIGEST_AT);
}

/**
 * Encodes the head of a file for the rows that follow it.
 *
 * @param artifacts the absolute path of the folder
 */
export function encodeHead(artifacts: string, generation: string, rows: Iterable<Uint8Array>): Buffer {
  const path = Buffer.from(artifacts);
  const head = Buffer.alloc(PATH_AT + path.length);
  head.set(MAGIC);
  head.write(generation, GENERATION_AT, "latin1");
  head.writeUInt32LE(path.length, PATH_LENGTH_AT);
  head.set(path, PATH_AT);
  const digest = createHash("sha256").update(head.subarray(GENERATION_AT));
  for (const row of rows) digest.update(row);
  head.set(digest.digest(), DIGEST_AT);
  return head;
}

/**
 * Undefined if the file is damaged, truncated or has another layout. Cost: reads the whole file, about 1 GB per second.
 */
export function decodeReuseFile(file: Buffer): ReuseFile | undefined {
  if (file.length < PATH_AT || !file.subarray(0, DIGEST_AT).equals(MAGIC)) return undefined;
  const digest = createHash("sha256").update(file.subarray(GENERATION_AT)).digest();
  if (!digest.equals(file.subarray(DIGEST_AT, GENERATION_AT))) return undefined;
  const rowsAt = PATH_AT + file.readUInt32LE(PATH_LENGTH_AT);
  return {
    artifacts: file.toString("utf8", PATH_AT, rowsAt),
    generation: file.toString("latin1", GENERATION_AT, PATH_LENGTH_AT),
    *rows() {
      for (let at = rowsAt; at < file.length; ) {
        const end =
          at + MEASURED_AT + file.readUInt32LE(at + MEASURED_LENGTH_AT) + file.readUInt32LE(at + REMOVED_LENGTH_AT);
        yield file.subarray(at, end);
        at = end;
      }
    },
  };
}

function removedAt(row: Buffer): number {
  return MEASURED_AT + row.readUInt32LE(MEASURED_LENGTH_AT);
}
