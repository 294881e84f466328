import { byteSection, decodeContainer, encodeContainer, u32Section } from "./container.js";
import { FormatError } from "./errors.js";

/** The 64-bit perceptual hashes by ordinal. */
export interface HashTable {
  readonly count: number;
  /** Two words per ordinal, low then high, in place. */
  readonly words: Uint32Array;
  has(ordinal: number): boolean;
  /** The hash of `ordinal`, or undefined where it has none. */
  get(ordinal: number): bigint | undefined;
}

/** @param hashes the hash of each ordinal, undefined where there is none */
export function encodeHashTable(hashes: readonly (bigint | undefined)[]): Uint8Array {
  const presence = new Uint32Array(Math.ceil(hashes.length / 32));
  const values = new BigUint64Array(hashes.length);
  for (const [ordinal, hash] of hashes.entries()) {
    if (hash === undefined) continue;
    values[ordinal] = hash;
    const word = ordinal >>> 5;
    presence[word] = (presence[word] as number) | (1 << (ordinal & 31));
  }
  return encodeContainer("HASH", 0, [values, presence]);
}

/** Opens a hash table in place. @throws FormatError when the table is damaged */
export function decodeHashTable(bytes: Uint8Array, file: string): HashTable {
  const container = decodeContainer(bytes, "HASH", file);
  const words = u32Section(container, 0);
  const presence = u32Section(container, 1);
  const count = byteSection(container, 0).length / 8;
  if (!Number.isInteger(count) || presence.length !== Math.ceil(count / 32)) {
    throw new FormatError(file, "hashes and presence bits do not add up");
  }
  const has = (ordinal: number): boolean =>
    ordinal < count && (((presence[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1) === 1;
  return {
    count,
    words,
    has,
    get: (ordinal) =>
      has(ordinal)
        ? (BigInt(words[ordinal * 2 + 1] as number) << 32n) | BigInt(words[ordinal * 2] as number)
        : undefined,
  };
}
