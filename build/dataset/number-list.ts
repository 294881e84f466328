import { mixBits } from "#src/text/mix-bits.js";

const BLOCK = 2 ** 14;

/** A growing list of numbers: 8 bytes each, without a size limit. */
export interface NumberList {
  readonly length: number;
  add(number: number): void;
  /** A copy of all numbers so far. */
  all(): Float64Array;
}

export function createNumberList(): NumberList {
  const blocks: Float64Array[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(number) {
      if (length % BLOCK === 0) blocks.push(new Float64Array(BLOCK));
      blocks.at(-1)![length++ % BLOCK] = number;
    },
    all: () => concatInto(blocks, new Float64Array(blocks.length * BLOCK)).subarray(0, length),
  };
}

type NumberArray = Uint16Array | Uint32Array | Float64Array;

/** Concatenates pieces into `whole`. @returns `whole`, which must have room for all of them */
export function concatInto<T extends NumberArray>(pieces: readonly T[], whole: T): T {
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The index of a number in ascending ones; −1 if they lack it. */
export function sortedIndexOf(sorted: Float64Array, number: number): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === number ? low : -1;
}

/**
 * Hashes a text to a number, for tables that don't store the texts: equal texts have equal numbers; different texts
 * collide with a probability of 1 in 2^53 per pair. 53 bits of two 32-bit FNV-1a sums with different seeds and a final
 * mix. Source: Fowler, Noll, Vo; MurmurHash3's finalizer.
 */
export function textNumber(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 13);
  }
  return (mixBits(high) & 0x1fffff) * 2 ** 32 + (mixBits(low) >>> 0);
}
