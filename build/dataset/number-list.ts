const BLOCK = 2 ** 14;

/** Numbers that are added one by one: 8 bytes each, as many as there are. */
export interface NumberList {
  readonly length: number;
  add(number: number): void;
  /** All of them; what is added later is not in it. */
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

/** Copies pieces into `whole`, one behind the other. @returns `whole`, which must have room for all of them */
export function concatInto<T extends NumberArray>(pieces: readonly T[], whole: T): T {
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * A number for a text, for tables that would not hold the texts: equal texts have equal numbers, others differ but for one pair in 2^53.
 * 53 bits of two 32-bit FNV-1a sums with different seeds and a final mix. Source: Fowler, Noll, Vo; MurmurHash3's finalizer.
 */
export function textNumber(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 13);
  }
  return (mix(high) & 0x1fffff) * 2 ** 32 + (mix(low) >>> 0);
}

function mix(sum: number): number {
  let mixed = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
