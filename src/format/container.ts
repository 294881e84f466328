import { FormatError, REBUILD } from "./format-error.js";

/** Version of the artifact format that this code writes and reads. */
export const FORMAT_VERSION = 22;

const MAGIC = "ICONDATA";
const HEADER_SIZE = 24;
const SECTION_SIZE = 16;
const ALIGNMENT = 8;

/**
 * Kind of a table: `LOCR` locator, `DICT` dictionary, `TRIE` term trie, `TEND` term endings, `HASH` hash table, `SHAP`
 * shape table, `SSUM` shape sums, `SIDX` shape index, `SCLU` shape clusters, `PALT` palette table, `VECT` vector table,
 * `FCNT` facet counts,
 * `ORDR` order.
 */
export type TableKind =
  | "LOCR"
  | "DICT"
  | "TRIE"
  | "TEND"
  | "HASH"
  | "SHAP"
  | "SSUM"
  | "SIDX"
  | "SCLU"
  | "PALT"
  | "VECT"
  | "FCNT"
  | "ORDR";

export interface Container {
  readonly file: string;
  /** A value whose meaning depends on the kind; 0 if unused. */
  readonly parameter: number;
  /** Bytes of the sections, as views into the opened file. */
  readonly sections: readonly Uint8Array[];
}

/** A file in pieces, so that it can be written without holding all of it in memory. */
export interface Pieces {
  /** Total size in bytes. */
  readonly size: number;
  readonly pieces: Iterable<Uint8Array>;
}

/** Encodes sections after a header; see docs/format.md. Allocates the whole file once. */
export function encodeContainer(kind: TableKind, parameter: number, sections: readonly ArrayBufferView[]): Uint8Array {
  const lengths = sections.map((section) => section.byteLength);
  return joinPieces(layOutContainer(kind, parameter, lengths, sections));
}

/**
 * Encodes sections that are created one after the other.
 *
 * @param lengths of the sections in bytes
 * @param parts bytes of the sections. A section may consist of several parts, and a part may reuse the memory of an
 * earlier one.
 */
export function layOutContainer(
  kind: TableKind,
  parameter: number,
  lengths: readonly number[],
  parts: Iterable<ArrayBufferView>,
): Pieces {
  const header = Buffer.alloc(align(HEADER_SIZE + SECTION_SIZE * lengths.length));
  header.write(MAGIC, 0, "latin1");
  header.write(kind, 8, "latin1");
  header.writeUInt32LE(FORMAT_VERSION, 12);
  header.writeUInt32LE(lengths.length, 16);
  header.writeUInt32LE(parameter, 20);
  let size = header.length;
  const ends = lengths.map((length, index) => {
    header.writeBigUInt64LE(BigInt(size), HEADER_SIZE + SECTION_SIZE * index);
    header.writeBigUInt64LE(BigInt(length), HEADER_SIZE + SECTION_SIZE * index + 8);
    const end = size + length;
    size = align(end);
    return end;
  });
  return { size, pieces: padded(header, ends, parts) };
}

/** Joins the pieces into one array, allocated once. */
export function joinPieces({ size, pieces }: Pieces): Uint8Array {
  const bytes = Buffer.alloc(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The header and the parts, with zero bytes up to the boundary after each section. */
function* padded(header: Uint8Array, ends: readonly number[], parts: Iterable<ArrayBufferView>): Generator<Uint8Array> {
  yield header;
  let at = header.length;
  let section = 0;
  for (const part of parts) {
    yield new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    at += part.byteLength;
    while (at === ends[section]) {
      section++;
      const padding = align(at) - at;
      if (padding > 0) yield new Uint8Array(padding);
      at += padding;
    }
  }
}

/**
 * Opens a table in place.
 *
 * @param bytes the whole file, starting on an 8-byte boundary
 * @throws FormatError if magic, kind, version or the position of a section is invalid
 */
export function decodeContainer(bytes: Uint8Array, kind: TableKind, file: string): Container {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < HEADER_SIZE)
    throw new FormatError(file, `only ${buffer.length} bytes, a header has ${HEADER_SIZE}`);
  if (buffer.toString("latin1", 0, 8) !== MAGIC) throw new FormatError(file, `does not begin with ${MAGIC}`);
  const version = buffer.readUInt32LE(12);
  if (version !== FORMAT_VERSION) {
    throw new FormatError(file, `has format version ${version}, this program reads ${FORMAT_VERSION}`, REBUILD);
  }
  const found = buffer.toString("latin1", 8, 12);
  if (found !== kind) throw new FormatError(file, `holds a table of kind ${JSON.stringify(found)}, expected ${kind}`);
  const count = buffer.readUInt32LE(16);
  if (HEADER_SIZE + SECTION_SIZE * count > buffer.length) {
    throw new FormatError(file, `names ${count} sections, more than its ${buffer.length} bytes can list`);
  }
  const sections = Array.from({ length: count }, (_, index) => {
    const offset = Number(buffer.readBigUInt64LE(HEADER_SIZE + SECTION_SIZE * index));
    const length = Number(buffer.readBigUInt64LE(HEADER_SIZE + SECTION_SIZE * index + 8));
    if (offset % ALIGNMENT !== 0 || offset + length > buffer.length) {
      throw new FormatError(file, `section ${index} (offset ${offset}, ${length} bytes) does not lie inside the file`);
    }
    return bytes.subarray(offset, offset + length);
  });
  return { file, parameter: buffer.readUInt32LE(20), sections };
}

/**
 * Section `index` as u32 numbers, in place. @throws FormatError if it is missing or its length is not a multiple of 4
 */
export function u32Section(container: Container, index: number): Uint32Array {
  const section = byteSection(container, index);
  if (section.length % 4 !== 0) throw new FormatError(container.file, `section ${index} is not a whole number of u32`);
  return new Uint32Array(section.buffer, section.byteOffset, section.length / 4);
}

/**
 * Section `index` as u16 numbers, in place. @throws FormatError if it is missing or its length is not a multiple of 2
 */
export function u16Section(container: Container, index: number): Uint16Array {
  const section = byteSection(container, index);
  if (section.length % 2 !== 0) throw new FormatError(container.file, `section ${index} is not a whole number of u16`);
  return new Uint16Array(section.buffer, section.byteOffset, section.length / 2);
}

/** Section `index` as bytes, in place. @throws FormatError if it is missing */
export function byteSection(container: Container, index: number): Uint8Array {
  const section = container.sections[index];
  if (section === undefined) throw new FormatError(container.file, `section ${index} is missing`);
  return section;
}

function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
