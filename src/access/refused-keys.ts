import { createHmac, randomFillSync } from "node:crypto";
import { addressGroup } from "./address.js";

/** Invalid keys that one address may send per minute. */
export const REFUSED_PER_MINUTE = 60;

const MINUTE_MS = 60_000;
const SLOTS = 16_384;
/** Slots available to each address. */
const PROBE = 8;
const SECRET_BYTES = 32;
/** Size of the memory that `countRefusedKeys` needs. */
export const REFUSED_KEYS_BYTES = SECRET_BYTES + SLOTS * 8;

/** Counts refused keys by address, in memory that never grows. */
export interface RefusedKeys {
  /** Counts one more. @returns seconds until the address may retry, or undefined if it may retry now */
  add(address: string): number | undefined;
}

/** Memory without counts: a random secret, then zeros. */
export function emptyRefusedKeys(): ArrayBuffer {
  const memory = new ArrayBuffer(REFUSED_KEYS_BYTES);
  randomFillSync(new Uint8Array(memory, 0, SECRET_BYTES));
  return memory;
}

/**
 * A table of 16,384 addresses, 128 KiB. Each address has eight possible slots. If all are in use in this minute, the
 * one with the lowest count is replaced: a flood from very many addresses lets some of them retry more often, but never
 * makes another address wait. The secret determines the slots, so that no client can target another's.
 *
 * A slot is a word `tag:32 | minute:24 | count:8` that is replaced by compare-and-swap. So processes that share the
 * memory have one count per address.
 *
 * @param now the clock, in milliseconds
 * @param memory as returned by `emptyRefusedKeys`; processes may share it
 */
export function countRefusedKeys(now: () => number = Date.now, memory = emptyRefusedKeys()): RefusedKeys {
  const secret = new Uint8Array(memory, 0, SECRET_BYTES);
  const cells = new BigUint64Array(memory, SECRET_BYTES, SLOTS);

  /** The slot of an address in this minute, or else the one that is least worth keeping. */
  const find = (first: number, own: bigint): { readonly slot: number; readonly cell: bigint } => {
    let best = { slot: first % SLOTS, cell: 0n };
    let least = Number.POSITIVE_INFINITY;
    for (let step = 0; step < PROBE; step++) {
      const slot = (first + step) % SLOTS;
      const cell = Atomics.load(cells, slot);
      if (isOf(cell, own)) return { slot, cell };
      const count = minuteOf(cell) === minuteOf(own) ? countOf(cell) : 0;
      if (count < least) {
        least = count;
        best = { slot, cell };
      }
    }
    return best;
  };

  return {
    add(address) {
      const time = now();
      const minute = Math.floor(time / MINUTE_MS);
      const digest = createHmac("sha256", secret).update(addressGroup(address)).digest();
      /** The address's word in this minute before its first refused key. */
      const own = (BigInt(digest.readUInt32LE(4)) << 32n) | (BigInt.asUintN(24, BigInt(minute)) << 8n);
      for (;;) {
        const { slot, cell } = find(digest.readUInt32LE(0), own);
        const before = isOf(cell, own) ? cell : own;
        if (countOf(before) === REFUSED_PER_MINUTE) return Math.ceil(((minute + 1) * MINUTE_MS - time) / 1000);
        if (Atomics.compareExchange(cells, slot, cell, before + 1n) === cell) return undefined;
      }
    },
  };
}

/** Whether two words have the same tag and minute. */
function isOf(cell: bigint, own: bigint): boolean {
  return cell >> 8n === own >> 8n;
}

function minuteOf(cell: bigint): bigint {
  return BigInt.asUintN(24, cell >> 8n);
}

function countOf(cell: bigint): number {
  return Number(cell & 0xffn);
}
