import { ADDRESS_TABLE_BYTES, openAddressTable } from "./address-table.js";
import { openCounterTable, openTallyTable, SLOT_BYTES } from "./counter-table.js";
import { dayOf, secondsToEndOf } from "./day.js";
import { type Allowance, type Quota, QuotaTableFullError, type Subject, type UsageReader } from "./quota.js";

const SLOTS = 65_536;
const TABLE_BYTES = SLOTS * SLOT_BYTES;

/**
 * Tables of 65,536 slots each: counters of keys, counters of addresses and their networks, tallies of unlimited keys.
 */
export const TABLES_BYTES = 2 * TABLE_BYTES + ADDRESS_TABLE_BYTES;

/** The day's counters and the operations that operators use. */
export interface Usage extends Quota, UsageReader {
  take(subject: Subject, perDay: number | undefined): Allowance;
  /** Requests counted for a key, today or on the last day that it was used. */
  usageOf(digest: string): { readonly day: number; readonly used: number } | undefined;
  usedToday(digest: string): number;
  tallyOf(digest: string): bigint;
  reset(digest?: string): void;
  close(): void;
}

/**
 * Counts in tables in memory that several processes may share.
 *
 * @param buffer zeros, or previous counts: `TABLES_BYTES` from `offset` on
 * @param secret hides addresses: they are counted under an HMAC
 * @param now the clock, in milliseconds
 */
export function countInTables(
  buffer: ArrayBuffer,
  offset: number,
  secret: Buffer,
  now: () => number,
): Omit<Usage, "close"> {
  const keys = openCounterTable(buffer, offset, SLOTS);
  const addresses = openAddressTable(buffer, offset + TABLE_BYTES, secret);
  const tallies = openTallyTable(buffer, offset + TABLE_BYTES + ADDRESS_TABLE_BYTES, SLOTS);
  /** Tags by key. Bounded by the number of keys in the key file since the start. */
  const tags = new Map<string, bigint>();
  const tagOfKey = (digest: string): bigint => {
    let tag = tags.get(digest);
    if (tag === undefined) {
      tag = tagOfDigest(digest);
      tags.set(digest, tag);
    }
    return tag;
  };

  return {
    take(subject, limit) {
      const time = now();
      const today = dayOf(time);
      if (limit === undefined) {
        if (subject.kind === "key") tallies.add(tagOfKey(subject.digest));
        return { allowed: true, limit: -1, remaining: -1, resetSeconds: secondsToEndOf(today, time) };
      }
      const count =
        subject.kind === "key"
          ? keys.increment(tagOfKey(subject.digest), today, limit)
          : addresses.increment(subject.address, today, limit);
      if (count === undefined) throw new QuotaTableFullError(subject.kind, secondsToEndOf(today, time));
      const { allowed, used, day } = count;
      return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds: secondsToEndOf(day, time) };
    },
    usageOf: (digest) => keys.read(tagOfDigest(digest)),
    usedToday(digest) {
      const { day, used } = keys.read(tagOfDigest(digest)) ?? { day: 0, used: 0 };
      return day >= dayOf(now()) ? used : 0;
    },
    tallyOf: (digest) => tallies.read(tagOfDigest(digest)),
    reset(digest) {
      const tag = digest === undefined ? undefined : tagOfDigest(digest);
      keys.reset(tag);
      tallies.reset(tag);
      if (tag === undefined) addresses.reset();
    },
  };
}

/** The first 64 bits of the key's SHA-256; never 0, which marks an empty slot. */
function tagOfDigest(digest: string): bigint {
  return BigInt(`0x${digest.slice(0, 16)}`) || 1n;
}
