import { queryHashes } from "#src/catalog/similar/hash-distance.js";
import { MAX_COMPARED, nearestHashes } from "#src/catalog/similar/nearest-hashes.js";
import type { Match } from "#src/catalog/similar/nearest-list.js";
import { MAX_DISTANCE } from "#src/catalog/similar/similar-request.js";
import { decodeHashTable, type HashTable } from "#src/format/hash-table.js";
import { encodeHashTable } from "../../support/encode-tables.js";

export type Hash = bigint | undefined;

export const tableOf = (hashes: readonly Hash[], uncertain?: readonly bigint[]): HashTable =>
  decodeHashTable(new Uint8Array(encodeHashTable(hashes, uncertain)), "hashes.bin");

/** The matches of one hash, without variants. */
export const nearestTo = (table: HashTable, hash: bigint, limit: number, most?: number, except?: number) =>
  nearestHashes(table, queryHashes(hash, []), limit, most, except);

/**
 * Compares all hashes, sorts by distance and then by ordinal, and returns the first `limit` matches and those at the
 * same distance as the last, up to a capacity.
 */
export function bySorting(
  hashes: readonly Hash[],
  hash: bigint,
  limit: number,
  most: number,
  except?: number,
  capacity = Math.max(limit, MAX_COMPARED),
): Match[] {
  const ordinalsAt = Array.from({ length: MAX_DISTANCE + 1 }, (): number[] => []);
  const query = halvesOf(hash);
  for (const [ordinal, other] of halvesOfAll(hashes).entries())
    if (other !== undefined && ordinal !== except) ordinalsAt[differingHalves(other, query)]!.push(ordinal);
  const matches: Match[] = [];
  for (let distance = 0; distance <= Math.min(most, MAX_DISTANCE) && matches.length < limit; distance++)
    for (const ordinal of ordinalsAt[distance]!) matches.push({ ordinal, distance });
  return matches.slice(0, capacity);
}

/** The low and high half of a hash. They are compared many times as fast as a bigint. */
export type Halves = readonly [low: number, high: number];

export function halvesOf(hash: bigint): Halves {
  return [Number(hash & 0xffffffffn), Number(hash >> 32n)];
}

/** Counts differing bits one by one. */
export function differing(a: bigint, b: bigint): number {
  return differingHalves(halvesOf(a), halvesOf(b));
}

export function differingHalves([low, high]: Halves, [otherLow, otherHigh]: Halves): number {
  return ones(low ^ otherLow) + ones(high ^ otherHigh);
}

const halvesByTable = new WeakMap<readonly Hash[], readonly (Halves | undefined)[]>();

function halvesOfAll(hashes: readonly Hash[]): readonly (Halves | undefined)[] {
  const known = halvesByTable.get(hashes);
  if (known !== undefined) return known;
  const halves = hashes.map((hash) => (hash === undefined ? undefined : halvesOf(hash)));
  halvesByTable.set(hashes, halves);
  return halves;
}

function ones(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Random hashes, reproducible by seed. */
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

/** The hash with `count` bits inverted, selected by `pick`. */
export function turned(hash: bigint, count: number, pick: bigint): bigint {
  let result = hash;
  for (let turn = 0; turn < count; turn++) result ^= 1n << ((pick >> BigInt(6 * turn)) & 63n);
  return result;
}
