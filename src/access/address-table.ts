import { createHmac, hash } from "node:crypto";
import { addressGroup, type Network, networksOf } from "./address.js";
import { type Count, openCounterTable, SLOT_BYTES } from "./counter-table.js";

const IPV4_SLOTS = 32_768;
const IPV6_SLOTS = 24_576;
const NETWORK_SLOTS = 8192;
/** Size of the table in bytes. */
export const ADDRESS_TABLE_BYTES = (IPV4_SLOTS + IPV6_SLOTS + NETWORK_SLOTS) * SLOT_BYTES;

/**
 * Each network is counted in one bucket per row. Buckets are shared, so the lower of the two counts is the better
 * estimate.
 */
const ROWS = 2;
const BUCKETS = 2048;

/**
 * Limit on new addresses per network and day, by prefix length. The owner of a network can send from each of its
 * addresses; without a limit, one network could fill the table and lock everyone else out. A /8 and a /28 may take a
 * quarter and a sixth of the slots.
 */
export const NEW_ADDRESSES_A_DAY: Readonly<Record<Network["kind"], number>> = {
  "ipv4/16": 2048,
  "ipv4/8": 8192,
  "ipv6/56": 32,
  "ipv6/48": 256,
  "ipv6/40": 1024,
  "ipv6/28": 4096,
};
const KINDS = Object.keys(NEW_ADDRESSES_A_DAY);

/** Daily counters of clients without a key. */
export interface AddressTable {
  /**
   * Counts one request of an address on `day` unless that exceeds `limit`. The first request of a day also counts for
   * the address's networks.
   *
   * @returns undefined if the address is new today and one of its networks has reached its limit, or if the table is
   * full
   */
  increment(address: string, day: number, limit: number): Count | undefined;
  /** Clears all counts. */
  reset(): void;
}

/**
 * Lays a table over shared memory: slots for IPv4 addresses, slots for IPv6 /64 networks, and buckets that count new
 * addresses per network. Neither kind of address can use the other's slots. A bucket is a word `day:16 | count:16`,
 * incremented by compare-and-swap. A network that shares both of its buckets may be refused early, but never exceeds
 * its limit.
 *
 * @param buffer at least `ADDRESS_TABLE_BYTES` from `offset`, which is a multiple of 8
 * @param secret hides addresses, and prevents clients from targeting another client's slot
 */
export function openAddressTable(buffer: ArrayBuffer, offset: number, secret: Buffer): AddressTable {
  const ipv6At = offset + IPV4_SLOTS * SLOT_BYTES;
  const networksAt = ipv6At + IPV6_SLOTS * SLOT_BYTES;
  const ipv4 = openCounterTable(buffer, offset, IPV4_SLOTS);
  const ipv6 = openCounterTable(buffer, ipv6At, IPV6_SLOTS);
  const buckets = new Int32Array(buffer, networksAt, (NETWORK_SLOTS * SLOT_BYTES) / 4);
  const key = secret.toString("hex");

  const countIn = (bucket: number, day: number): number => {
    const word = Atomics.load(buckets, bucket);
    return word >>> 16 === day ? word & 0xffff : 0;
  };
  const addTo = (bucket: number, day: number): void => {
    for (;;) {
      const word = Atomics.load(buckets, bucket);
      const used = word >>> 16 === day ? word & 0xffff : 0;
      if (used === 0xffff) return;
      if (Atomics.compareExchange(buckets, bucket, word, (day << 16) | (used + 1)) === word) return;
    }
  };
  const bucketsOf = ({ kind, prefix }: Network): number[] => {
    const digest = hash("sha256", `${key} ${kind} ${prefix}`, "buffer");
    const first = KINDS.indexOf(kind) * ROWS * BUCKETS;
    return Array.from({ length: ROWS }, (_, row) => first + row * BUCKETS + (digest.readUInt32LE(row * 4) % BUCKETS));
  };
  /**
   * Counts a new address for all of its networks, or for none if one has reached its limit. @returns whether it was
   * counted
   */
  const claim = (networks: readonly Network[], day: number): boolean => {
    const places: number[][] = [];
    for (const network of networks) {
      const own = bucketsOf(network);
      if (Math.min(...own.map((bucket) => countIn(bucket, day))) >= NEW_ADDRESSES_A_DAY[network.kind]) return false;
      places.push(own);
    }
    for (const bucket of places.flat()) addTo(bucket, day);
    return true;
  };

  return {
    increment(address, day, limit) {
      const group = addressGroup(address);
      const networks = networksOf(group);
      const table = networks[0]?.kind.startsWith("ipv6") ? ipv6 : ipv4;
      const tag = createHmac("sha256", secret).update(group).digest().readBigUInt64LE() || 1n;
      const isKnown = (table.read(tag)?.day ?? -1) >= day;
      if (!isKnown && !claim(networks, day)) return undefined;
      return table.increment(tag, day, limit);
    },
    reset() {
      ipv4.reset();
      ipv6.reset();
      for (let bucket = 0; bucket < buckets.length; bucket++) Atomics.store(buckets, bucket, 0);
    },
  };
}
