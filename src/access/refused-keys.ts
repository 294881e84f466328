import { createHmac, randomFillSync } from "node:crypto";
import { addressGroup } from "./address.js";
import { openCounterTable, SLOT_BYTES } from "./counter-table.js";

/** Invalid keys that one address may send per minute. */
export const REFUSED_PER_MINUTE = 60;

const MINUTE_MS = 60_000;
const SLOTS = 16_384;
const MINUTE_BITS = 24;
const SECRET_BYTES = 32;
/** Size of the memory that `countRefusedKeys` needs. */
export const REFUSED_KEYS_BYTES = SECRET_BYTES + SLOTS * SLOT_BYTES;

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
 * A table of 16,384 addresses, 128 KiB. A flood from very many addresses lets some of them retry more often, but never
 * makes another address wait. The secret determines the slots, so that no client can target another's.
 *
 * @param now the clock, in milliseconds
 * @param memory as returned by `emptyRefusedKeys`; processes that share it have one count per address
 */
export function countRefusedKeys(now: () => number = Date.now, memory = emptyRefusedKeys()): RefusedKeys {
  const secret = new Uint8Array(memory, 0, SECRET_BYTES);
  const table = openCounterTable(memory, SECRET_BYTES, SLOTS, { periodBits: MINUTE_BITS, evicts: true });
  return {
    add(address) {
      const time = now();
      const minute = Math.floor(time / MINUTE_MS);
      const tag = createHmac("sha256", secret).update(addressGroup(address)).digest().readBigUInt64LE();
      if (table.increment(tag, minute % 2 ** MINUTE_BITS, REFUSED_PER_MINUTE)?.allowed) return undefined;
      return Math.ceil(((minute + 1) * MINUTE_MS - time) / 1000);
    },
  };
}
