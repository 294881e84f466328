import { byteSection, decodeContainer, layOutContainer, type Pieces, u32Section } from "./container.js";
import { FormatError } from "./format-error.js";
import {
  type ChunkIndex,
  decodeHashIndex,
  type HashBlock,
  INDEXED_FROM,
  indexChunks,
  indexLengths,
} from "./hash-index.js";

/** Number of hashes per block of a builder. A multiple of 32. */
const BLOCK = 2 ** 16;

/** The 64-bit perceptual hashes by ordinal. */
export interface HashTable {
  readonly file: string;
  readonly count: number;
  /** Two words per ordinal, low then high, in place. */
  readonly words: Uint32Array;
  /** Same layout as `words`: ones for the uncertain bits of each hash, as in `HashedImage`; 0 if unknown. */
  readonly uncertain: Uint32Array;
  /** One bit per ordinal: whether it has a hash. */
  readonly presence: Uint32Array;
  /** One index per chunk; undefined for small tables. */
  readonly index: readonly ChunkIndex[] | undefined;
  has(ordinal: number): boolean;
  /** The hash of `ordinal`; undefined if it has none. */
  get(ordinal: number): bigint | undefined;
}

/** Collects hashes for a table. Memory: 16 bytes and a bit per ordinal. */
export interface HashTableBuilder {
  /** Number of ordinals added so far. */
  readonly count: number;
  /** Adds the hash of the next ordinal; undefined if it has none. @param uncertain its uncertain bits, if known */
  add(hash: bigint | undefined, uncertain?: bigint): void;
  /** Adds the hashes of consecutive ordinals. @param present 1 for each ordinal that has a hash, else 0 */
  addAll(hashes: BigUint64Array, uncertain: BigUint64Array, present: Uint8Array): void;
  /** Encodes the file. Each piece is valid until the next one is read. Cost: linear in time; 10 bytes per hash. */
  encode(): Pieces;
}

/** Hashes of consecutive ordinals with their uncertain bits. */
interface MarkedBlock extends HashBlock {
  readonly uncertain: BigUint64Array;
}

export function createHashTableBuilder(): HashTableBuilder {
  const blocks: MarkedBlock[] = [];
  let count = 0;
  let size = 0;
  const addAll = (hashes: BigUint64Array, uncertain: BigUint64Array, present: Uint8Array): void => {
    for (let from = 0; from < hashes.length; ) {
      const start = count % BLOCK;
      if (start === 0) blocks.push(newBlock());
      const block = blocks.at(-1)!;
      const end = Math.min(hashes.length, from + BLOCK - start);
      block.hashes.set(hashes.subarray(from, end), start);
      block.uncertain.set(uncertain.subarray(from, end), start);
      for (let at = start; from < end; at++, from++, count++) {
        if (present[from] !== 1) continue;
        block.presence[at >>> 5]! |= 1 << (at & 31);
        size++;
      }
    }
  };
  return {
    get count() {
      return count;
    },
    add(hash, uncertain = 0n) {
      addAll(BigUint64Array.of(hash ?? 0n), BigUint64Array.of(uncertain), Uint8Array.of(hash === undefined ? 0 : 1));
    },
    addAll,
    encode() {
      const index = size < INDEXED_FROM ? [] : indexLengths(size);
      const lengths = [count * 8, Math.ceil(count / 32) * 4, count * 8, ...index];
      return layOutContainer("HASH", 0, lengths, sections(blocks, count, size));
    },
  };
}

function newBlock(): MarkedBlock {
  return {
    hashes: new BigUint64Array(BLOCK),
    uncertain: new BigUint64Array(BLOCK),
    presence: new Uint32Array(BLOCK / 32),
  };
}

/** Opens a hash table in place. @throws FormatError if the table is damaged */
export function decodeHashTable(bytes: Uint8Array, file: string): HashTable {
  const container = decodeContainer(bytes, "HASH", file);
  const words = u32Section(container, 0);
  const presence = u32Section(container, 1);
  const uncertain = u32Section(container, 2);
  const count = byteSection(container, 0).length / 8;
  if (!Number.isInteger(count) || presence.length !== Math.ceil(count / 32) || uncertain.length !== words.length) {
    throw new FormatError(file, "hashes, presence bits and uncertain bits do not add up");
  }
  const has = (ordinal: number): boolean =>
    ordinal < count && (((presence[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1) === 1;
  return {
    file,
    count,
    words,
    uncertain,
    presence,
    index: decodeHashIndex(container, 3),
    has,
    get: (ordinal) =>
      has(ordinal)
        ? (BigInt(words[ordinal * 2 + 1] as number) << 32n) | BigInt(words[ordinal * 2] as number)
        : undefined,
  };
}

function* sections(blocks: readonly MarkedBlock[], count: number, size: number): Generator<ArrayBufferView> {
  const filled = (block: number): number => Math.min(BLOCK, count - block * BLOCK);
  for (const [block, { hashes }] of blocks.entries()) yield hashes.subarray(0, filled(block));
  for (const [block, { presence }] of blocks.entries()) yield presence.subarray(0, Math.ceil(filled(block) / 32));
  for (const [block, { uncertain }] of blocks.entries()) yield uncertain.subarray(0, filled(block));
  if (size < INDEXED_FROM) return;
  for (const { starts, rests, ordinals } of indexChunks(blocks, size)) {
    yield starts;
    yield rests;
    yield ordinals;
  }
}
