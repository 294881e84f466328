import { decodeContainer, layOutContainer, type Pieces, u32Section } from "./container.js";
import { FormatError } from "./format-error.js";
import { MAX_SHARD_BYTES } from "./locator.js";

export const MIN_DIMENSIONS = 2;

/** With it, the product of two quantized vectors is at most 2^26. */
export const MAX_DIMENSIONS = 4096;

/** Absolute value of the largest component of a quantized vector. */
const LARGEST = 127;

/** Adding and subtracting it rounds a small number to the nearest integer, halves to the even one. */
const ROUNDER = 1.5 * 2 ** 52;

/** The quantized vectors by ordinal. */
export interface VectorTable {
  readonly file: string;
  /** Number of ordinals; 0 if no icon has a vector. */
  readonly count: number;
  /** Components of each vector; 0 if no icon has one. */
  readonly dimensions: number;
  /** Per ordinal the sum of the squares of its components, in place; 0 if it has no vector. */
  readonly squares: Uint32Array;
  /** The ordinal after the last one in the same shard as `ordinal`. */
  shardEnd(ordinal: number): number;
  /**
   * The vectors of the ordinals from `first` to `until` − 1, one after the other, as a view of the mapping. They must
   * be in one shard.
   */
  rows(first: number, until: number): Int8Array;
}

/** Number of vectors in each shard but the last. */
export function vectorsPerShard(dimensions: number): number {
  return Math.floor(MAX_SHARD_BYTES / dimensions);
}

/**
 * The table without its shards, in pieces.
 *
 * @param dimensions 0 if no icon has a vector
 * @param squares bytes of the u32 numbers by ordinal, `length` in all
 */
export function layOutVectorTable(dimensions: number, length: number, squares: Iterable<Uint8Array>): Pieces {
  return layOutContainer("VECT", dimensions, [length], squares);
}

/**
 * Opens a vector table in place.
 *
 * @param openShard returns the bytes of a shard
 * @throws FormatError if the table or the size of a shard is invalid
 */
export function decodeVectorTable(
  bytes: Uint8Array,
  file: string,
  openShard: (shard: number) => Uint8Array,
): VectorTable {
  const container = decodeContainer(bytes, "VECT", file);
  const { parameter: dimensions } = container;
  const squares = u32Section(container, 0);
  const count = squares.length;
  if (count === 0 ? dimensions !== 0 : dimensions < MIN_DIMENSIONS || dimensions > MAX_DIMENSIONS)
    throw new FormatError(file, `has ${count} vectors of ${dimensions} dimensions`);
  const each = count === 0 ? 1 : vectorsPerShard(dimensions);
  const shards = Array.from({ length: Math.ceil(count / each) }, (_, shard) => {
    const content = openShard(shard);
    const rows = Math.min(each, count - shard * each);
    if (content.length !== rows * dimensions)
      throw new FormatError(file, `needs ${rows * dimensions} bytes in shard ${shard}, which has ${content.length}`);
    return new Int8Array(content.buffer, content.byteOffset, content.length);
  });
  const shardEnd = (ordinal: number): number => Math.min(count, (Math.floor(ordinal / each) + 1) * each);
  return {
    file,
    count,
    dimensions,
    squares,
    shardEnd,
    rows(first, until) {
      const shard = Math.floor(first / each);
      return shards[shard]!.subarray((first - shard * each) * dimensions, (until - shard * each) * dimensions);
    },
  };
}

/**
 * Quantizes a vector: divides it by its largest component in absolute value and rounds its components to 127ths, halves
 * to the even one. Cosine similarity ignores the length of a vector, so this keeps more digits than a common scale.
 *
 * @param into receives the components, integers from −127 to 127
 * @returns the sum of their squares; 0 if all are 0, NaN if one is not a finite number
 */
export function quantizeVector(vector: ArrayLike<number>, into: Int8Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) {
    const size = Math.abs(vector[at]!);
    if (!(size < Number.POSITIVE_INFINITY)) return Number.NaN;
    if (size > largest) largest = size;
  }
  if (largest === 0) return 0;
  let squares = 0;
  for (let at = 0; at < vector.length; at++) {
    const component = (vector[at]! / largest) * LARGEST + ROUNDER - ROUNDER;
    into[at] = component;
    squares += component * component;
  }
  return squares;
}
