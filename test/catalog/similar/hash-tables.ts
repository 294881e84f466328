import { MAX_DISTANCE, queryHashes } from "#src/catalog/similar/hash-distance.js";
import { MAX_COMPARED, nearestHashes } from "#src/catalog/similar/nearest-hashes.js";
import type { Match } from "#src/catalog/similar/nearest-list.js";
import { decodeHashTable, type HashTable } from "#src/format/hash-table.js";
import { encodeHashTable } from "../../support/encode-tables.js";

export type Hash = bigint | undefined;

export const tableOf = (hashes: readonly Hash[]): HashTable =>
  decodeHashTable(new Uint8Array(encodeHashTable(hashes)), "hashes.bin");

/** The matches of one hash, without its variants. */
export const nearestTo = (table: HashTable, hash: bigint, limit: number, most?: number, except?: number) =>
  nearestHashes(table, queryHashes(hash, []), limit, most, except);

/** Every hash compared, everything sorted, the first taken, and what is as near as the last of these, up to a capacity. */
export function bySorting(
  hashes: readonly Hash[],
  hash: bigint,
  limit: number,
  most: number,
  except?: number,
  capacity = Math.max(limit, MAX_COMPARED),
): Match[] {
  const sorted = hashes
    .flatMap((other, ordinal) => (other === undefined ? [] : [{ ordinal, distance: differing(other, hash) }]))
    .filter(({ ordinal, distance }) => ordinal !== except && distance <= most)
    .sort((a, b) => a.distance - b.distance || a.ordinal - b.ordinal);
  const last = limit === 0 ? -1 : (sorted[limit - 1]?.distance ?? MAX_DISTANCE);
  return sorted.filter(({ distance }) => distance <= last).slice(0, capacity);
}

/** Bits that differ, one after the other. */
export function differing(a: bigint, b: bigint): number {
  const bits = a ^ b;
  return ones(Number(bits & 0xffffffffn)) + ones(Number(bits >> 32n));
}

function ones(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Random hashes: the same seed gives the same. */
export function createHashes(seed: number): () => bigint {
  let state = seed >>> 0;
  const word = (): bigint => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return BigInt((mixed ^ (mixed >>> 14)) >>> 0);
  };
  return () => (word() << 32n) | word();
}

/** The hash with `count` bits turned, those that `hash` picks. */
export function turned(hash: bigint, count: number, pick: bigint): bigint {
  let result = hash;
  for (let turn = 0; turn < count; turn++) result ^= 1n << ((pick >> BigInt(6 * turn)) & 63n);
  return result;
}
