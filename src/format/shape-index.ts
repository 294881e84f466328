import { SHAPE_BYTES } from "../shape/shape-text.js";
import { byteSection, decodeContainer, layOutContainer, type Pieces, u32Section } from "./container.js";
import { FormatError } from "./format-error.js";

/** Tables of fewer icons have no index: comparing all descriptors takes a fraction of a millisecond. */
export const INDEXED_FROM = 2 ** 12;

/** A descriptor is split into this many chunks of 32 bits. */
export const CHUNKS = 16;

/** Bytes of the sums of a descriptor: two sums in each. */
export const SUM_BYTES = 32;

/** Icons whose sums are stored together. */
export const TILE = 16;

const CELLS = 8;
/** Bytes of an ordinal in a bucket or cluster. */
export const ORDINAL_BYTES = 3;
/** The fewest bits of a bucket's number. */
const LEAST_BITS = 8;
/** log₂ of the entries that a bucket has on average, at least. */
const ENTRY_BITS = 3;
/** Of each cell, the bits of vertical and falling edges; those of the others are in another chunk. */
const HALF = 0xcc;
/** 2³² divided by the golden ratio: mixes a chunk's bits. */
const MIX = 0x9e3779b1;

/** For each byte of a descriptor, the ones of each direction, in a byte each. */
const ONES = Uint32Array.from({ length: 256 }, (_, byte) =>
  [0, 1, 2, 3].reduce((word, direction) => {
    const ones = ((byte >> (7 - direction)) & 1) + ((byte >> (3 - direction)) & 1);
    return word | (ones << (8 * direction));
  }, 0),
);

/** All descriptors in buckets by the value of one chunk. */
export interface ShapeChunk {
  /** The start of each bucket, counted in entries, followed by the number of entries. */
  readonly starts: Uint32Array;
  /** The ordinals of the entries, three bytes each, ascending within each bucket. */
  readonly ordinals: Uint8Array;
}

/** Reads descriptors in pieces, each a whole number of them, from the first ordinal on. */
export type ReadDescriptors = () => Iterable<Uint8Array>;

/** The number of bits of a bucket's number, for so many icons. */
export function bucketBits(count: number): number {
  return Math.max(LEAST_BITS, 32 - Math.clz32(count >>> ENTRY_BITS));
}

/**
 * One chunk of a descriptor: the edges of two directions in four cells, and those of the other directions in four more.
 * Cells of a chunk are far apart, so that few icons have the same chunk: a common part, such as a straight side, takes
 * only a few of its bits.
 *
 * @param at start of the descriptor
 */
export function chunkAt(bytes: Uint8Array, at: number, chunk: number): number {
  const [row, column] = [chunk >> 3, chunk & 7];
  let value = 0;
  for (let place = 0; place < 4; place++) {
    const cells = at + (row + 2 * place) * CELLS;
    const across = column + 5 * place;
    const byte = (bytes[cells + (across & 7)]! & HALF) | (bytes[cells + ((across + 4) & 7)]! & ~HALF);
    value |= byte << (8 * place);
  }
  return value;
}

/** The bucket of a chunk's value. */
export function bucketOf(value: number, bits: number): number {
  return Math.imul(value, MIX) >>> (32 - bits);
}

/** The ordinal of an entry, three bytes each. */
export function ordinalAt(ordinals: Uint8Array, entry: number): number {
  const at = ORDINAL_BYTES * entry;
  return ordinals[at]! | (ordinals[at + 1]! << 8) | (ordinals[at + 2]! << 16);
}

/** Sets what `ordinalAt` returns. */
export function writeOrdinal(ordinals: Uint8Array, entry: number, ordinal: number): void {
  const at = ORDINAL_BYTES * entry;
  ordinals[at] = ordinal;
  ordinals[at + 1] = ordinal >> 8;
  ordinals[at + 2] = ordinal >> 16;
}

/**
 * The sums of a descriptor: its ones by blocks of 2 × 2 cells and direction, 0 to 8 each. Byte 4b + d has direction d
 * of block b of the upper half in its low bits, and that of the block four rows of cells below in its high bits. The
 * differences of two descriptors' sums add up to at most their Hamming distance.
 */
export function sumsAt(bytes: Uint8Array, start: number, into: Uint8Array): void {
  for (let block = 0; block < 8; block++) {
    const at = start + (block >> 2) * 2 * CELLS + (block & 3) * 2;
    const word = onesAt(bytes, at) | (onesAt(bytes, at + 4 * CELLS) << 4);
    for (let direction = 0; direction < 4; direction++) into[4 * block + direction] = word >>> (8 * direction);
  }
}

function onesAt(bytes: Uint8Array, at: number): number {
  return ONES[bytes[at]!]! + ONES[bytes[at + 1]!]! + ONES[bytes[at + CELLS]!]! + ONES[bytes[at + CELLS + 1]!]!;
}

/**
 * The buckets of all chunks as a file. Icons without a descriptor are in none.
 *
 * @param count number of icons, at least `INDEXED_FROM`; else the file is empty
 * @param size number of descriptors
 * Cost: 32 passes over the descriptors. Memory: 3.5 bytes per icon.
 */
export function layOutShapeChunks(count: number, size: number, read: ReadDescriptors): Pieces {
  if (count < INDEXED_FROM) return layOutContainer("SIDX", 0, [], []);
  const bits = bucketBits(count);
  const lengths = Array.from({ length: CHUNKS }, () => [4 * (2 ** bits + 1), ORDINAL_BYTES * size]).flat();
  return layOutContainer("SIDX", bits, lengths, chunksOf(size, bits, read));
}

function* chunksOf(size: number, bits: number, read: ReadDescriptors): Generator<ArrayBufferView> {
  const starts = new Uint32Array(2 ** bits + 1);
  const ordinals = new Uint8Array(ORDINAL_BYTES * size);
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    starts.fill(0);
    eachBucket(read, chunk, bits, (bucket) => {
      starts[bucket + 1]!++;
    });
    for (let bucket = 0; bucket < starts.length - 1; bucket++) starts[bucket + 1]! += starts[bucket]!;
    eachBucket(read, chunk, bits, (bucket, ordinal) => {
      writeOrdinal(ordinals, starts[bucket]!++, ordinal);
    });
    // Each start has moved to the end of its bucket, which is the start of the next one.
    starts.copyWithin(1, 0, starts.length - 1);
    starts[0] = 0;
    yield starts;
    yield ordinals;
  }
}

function eachBucket(
  read: ReadDescriptors,
  chunk: number,
  bits: number,
  visit: (bucket: number, ordinal: number) => void,
): void {
  let ordinal = 0;
  for (const piece of read()) {
    for (let at = 0; at < piece.length; at += SHAPE_BYTES, ordinal++)
      if (isDescriptor(piece, at)) visit(bucketOf(chunkAt(piece, at, chunk), bits), ordinal);
  }
}

/** Whether there is a descriptor, which always has ones. @param start in bytes */
export function isDescriptor(bytes: Uint8Array, start: number): boolean {
  for (let at = start; at < start + SHAPE_BYTES; at++) if (bytes[at] !== 0) return true;
  return false;
}

/**
 * Opens a file of buckets; their content is checked on use.
 *
 * @returns undefined if it is empty
 * @throws FormatError if its sections don't add up
 */
export function decodeShapeChunks(content: Uint8Array, file: string): readonly ShapeChunk[] | undefined {
  const container = decodeContainer(content, "SIDX", file);
  if (container.sections.length === 0) return undefined;
  return Array.from({ length: CHUNKS }, (_, chunk) => {
    const starts = u32Section(container, 2 * chunk);
    const ordinals = byteSection(container, 2 * chunk + 1);
    if (starts.length !== 2 ** container.parameter + 1 || ordinals.length !== ORDINAL_BYTES * starts.at(-1)!)
      throw new FormatError(file, `the buckets of chunk ${chunk} do not add up`);
    return { starts, ordinals };
  });
}
