import { type Container, u16Section, u32Section } from "./container.js";
import { FormatError } from "./format-error.js";

/** A hash is split into this many chunks of 16 bits, lowest first. */
export const CHUNKS = 4;

/** Values of a chunk. */
export const BUCKETS = 2 ** 16;

/** Chunks in an entry of the index: all but the one that its bucket implies. */
export const RESTS = CHUNKS - 1;

/** Tables with fewer hashes have no index: scanning them takes microseconds, and the starts alone would take 1 MiB. */
export const INDEXED_FROM = 2 ** 14;

/** All hashes of a table in buckets by the value of one chunk, mapped from the file. */
export interface ChunkIndex {
  /** The start of each value's bucket, counted in entries, followed by the total number of entries. */
  readonly starts: Uint32Array;
  /**
   * Three numbers per entry: the other chunks of its hash. Storing them here keeps a bucket in one place; fetching the
   * scattered hashes themselves took five times as long.
   */
  readonly rests: Uint16Array;
  /** The ordinals of the same entries, ascending within each bucket. */
  readonly ordinals: Uint32Array;
}

/** Hashes of successive ordinals. */
export interface HashBlock {
  readonly hashes: BigUint64Array;
  /** A bit per ordinal: whether it has a hash. */
  readonly presence: Uint32Array;
}

/** Sizes of the index's sections in bytes, for a table with this many hashes. */
export function indexLengths(size: number): number[] {
  return Array.from({ length: CHUNKS }, () => [(BUCKETS + 1) * 4, size * RESTS * 2, size * 4]).flat();
}

/** The chunk at position `place` (0 to 2) of an entry: those other than the bucket's own, ascending. */
export function restChunk(chunk: number, place: number): number {
  return place < chunk ? place : place + 1;
}

/**
 * Sorts hashes into buckets by a counting sort, chunk by chunk. Each index reuses the memory of the previous one.
 *
 * @param size number of hashes
 * Cost: linear in time; 10 bytes per hash in all.
 */
export function* indexChunks(blocks: readonly HashBlock[], size: number): Generator<ChunkIndex> {
  const index = {
    starts: new Uint32Array(BUCKETS + 1),
    rests: new Uint16Array(size * RESTS),
    ordinals: new Uint32Array(size),
  };
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    fillIndex(index, blocks, chunk);
    yield index;
  }
}

function fillIndex({ starts, rests, ordinals }: ChunkIndex, blocks: readonly HashBlock[], chunk: number): void {
  starts.fill(0);
  const [first, second, third] = [restChunk(chunk, 0), restChunk(chunk, 1), restChunk(chunk, 2)];
  eachHash(blocks, (chunks, at) => {
    starts[(chunks[at + chunk] as number) + 1]!++;
  });
  for (let value = 0; value < BUCKETS; value++) starts[value + 1]! += starts[value] as number;
  eachHash(blocks, (chunks, at, ordinal) => {
    const entry = starts[chunks[at + chunk] as number]!++;
    ordinals[entry] = ordinal;
    rests[entry * RESTS] = chunks[at + first] as number;
    rests[entry * RESTS + 1] = chunks[at + second] as number;
    rests[entry * RESTS + 2] = chunks[at + third] as number;
  });
  // Each start has moved to the end of its bucket, which is the start of the next one.
  starts.copyWithin(1, 0, BUCKETS);
  starts[0] = 0;
}

/**
 * Opens the index of a hash table; undefined if the table has none. Its content is checked on use.
 *
 * @param section the first of the index; the others follow
 * @throws FormatError if the sections' lengths don't add up
 */
export function decodeHashIndex(container: Container, section: number): readonly ChunkIndex[] | undefined {
  if (container.sections.length <= section) return undefined;
  return Array.from({ length: CHUNKS }, (_, chunk) => {
    const at = section + 3 * chunk;
    const starts = u32Section(container, at);
    const rests = u16Section(container, at + 1);
    const ordinals = u32Section(container, at + 2);
    if (starts.length !== BUCKETS + 1 || rests.length !== ordinals.length * RESTS) {
      throw new FormatError(container.file, `the index of chunk ${chunk} does not add up`);
    }
    return { starts, rests, ordinals };
  });
}

/** Calls back with the block's chunks, the offset of each hash's chunks, and its ordinal. */
function eachHash(
  blocks: readonly HashBlock[],
  callback: (chunks: Uint16Array, at: number, ordinal: number) => void,
): void {
  let first = 0;
  for (const { hashes, presence } of blocks) {
    const chunks = new Uint16Array(hashes.buffer, hashes.byteOffset, hashes.length * CHUNKS);
    for (let at = 0; at < hashes.length; at++) {
      if ((((presence[at >>> 5] as number) >>> (at & 31)) & 1) === 1) callback(chunks, at * CHUNKS, first + at);
    }
    first += hashes.length;
  }
}
