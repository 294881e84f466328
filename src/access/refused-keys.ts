import { createHmac, randomBytes } from "node:crypto";
import { addressGroup } from "./address.js";

/** Invalid keys that one address may send per minute. */
export const REFUSED_PER_MINUTE = 60;

const MINUTE_MS = 60_000;
const SLOTS = 16_384;
/** Slots available to each address. */
const PROBE = 8;
/** Words of a slot: 64 bits of the address's digest, the minute, the count. */
const WORDS = 4;

/** Counts refused keys by address, in memory that never grows. */
export interface RefusedKeys {
  /** Counts one more. @returns seconds until the address may retry, or undefined if it may retry now */
  add(address: string): number | undefined;
}

/**
 * A table of 16,384 addresses, 256 KiB. Each address has eight possible slots. If all are in use in this minute, the
 * one with the lowest count is replaced: a flood from very many addresses lets some of them retry more often, but never
 * makes another address wait. A secret of the process determines the slots, so that no client can target another's.
 *
 * @param now the clock, in milliseconds
 */
export function countRefusedKeys(now: () => number = Date.now): RefusedKeys {
  const table = new Uint32Array(SLOTS * WORDS);
  const secret = randomBytes(32);

  /** The slot of an address: its own, or else the one that is least worth keeping. */
  const slotOf = (high: number, low: number, minute: number): number => {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let step = 0; step < PROBE; step++) {
      const slot = ((low + step) % SLOTS) * WORDS;
      if (table[slot] === high && table[slot + 1] === low) return slot;
      const count = table[slot + 2] === minute ? table[slot + 3]! : 0;
      if (count < least) {
        least = count;
        best = slot;
      }
    }
    return best;
  };

  return {
    add(address) {
      const time = now();
      const minute = Math.floor(time / MINUTE_MS);
      const digest = createHmac("sha256", secret).update(addressGroup(address)).digest();
      const [high, low] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
      const slot = slotOf(high, low, minute);
      const known = table[slot] === high && table[slot + 1] === low && table[slot + 2] === minute;
      const count = known ? table[slot + 3]! + 1 : 1;
      table.set([high, low, minute, count], slot);
      return count > REFUSED_PER_MINUTE ? Math.ceil(((minute + 1) * MINUTE_MS - time) / 1000) : undefined;
    },
  };
}
