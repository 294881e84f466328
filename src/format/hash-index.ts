import { type Container, u16Section, u32Section } from "./container.js";
import { FormatError } from "./errors.js";

/** A hash is cut into this many chunks of 16 bits, the lowest first. */
export const CHUNKS = 4;

/** Values of a chunk. */
export const BUCKETS = 2 ** 16;

/** Chunks in an entry of the index: all but the one that its bucket stands for. */
export const RESTS = CHUNKS - 1;

/** Tables with fewer hashes have no index: a scan of them takes microseconds, and the starts alone would be 1 MiB. */
export const INDEXED_FROM = 2 ** 14;

/** All hashes of a table in buckets by the value of one chunk, over the mapping. */
export interface ChunkIndex {
  /** Where the bucket of each value starts, counted in entries, then their number. */
  readonly starts: Uint32Array;
  /**
   * Three numbers per entry: the other chunks of its hash. With them here a bucket is read from one place; the hashes
   * themselves lie anywhere, and waiting for each of them took five times as long.
   */
  readonly rests: Uint16Array;
  /** The ordinals of the same entries; those of one bucket ascend. */
  readonly ordinals: Uint32Array;
}

/** Hashes of successive ordinals. */
export interface HashBlock {
  readonly hashes: BigUint64Array;
  /** A bit per ordinal: whether it has a hash. */
  readonly presence: Uint32Array;
}

/** Bytes of the index's sections, for a table of this many hashes. */
export function indexLengths(size: number): number[] {
  return Array.from({ length: CHUNKS }, () => [(BUCKETS + 1) * 4, size * RESTS * 2, size * 4]).flat();
}

/** Which chunk stands at `place` (0 to 2) of an entry: those other than the bucket's own, ascending. */
export function restChunk(chunk: number, place: number): number {
  return place < chunk ? place : place + 1;
}

/**
 * Puts hashes into buckets by a counting sort, chunk by chunk, each index in the memory of the one before.
 *
 * @param size how many of them there are
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
  // Each start has moved to its bucket's end, which is where the next bucket starts.
  starts.copyWithin(1, 0, BUCKETS);
  starts[0] = 0;
}

/**
 * Opens the index of a hash table; undefined when the table has none. What it holds is checked where it is used.
 *
 * @param section the first of the index; the others follow
 * @throws FormatError when the sections' lengths do not add up
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

/** Calls back with the chunks of the block, where those of the hash start, and its ordinal. */
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
