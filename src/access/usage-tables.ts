import { createHmac, randomBytes } from "node:crypto";
import { addressGroup } from "./address.js";
import { openCounterTable, openTallyTable, SLOT_BYTES, TALLY_BYTES } from "./counter-table.js";
import { type Allowance, type Quota, QuotaAwayError, type Subject, type UsageReader } from "./quota.js";
import { secondsToEndOf, windowOf } from "./quota-window.js";

/** Bytes of the secret that hides addresses. */
export const SECRET_BYTES = 32;
const COUNTER_SLOTS = 131_072;
const COUNTERS_BYTES = COUNTER_SLOTS * SLOT_BYTES;
const TALLY_SLOTS = 65_536;

/** Counters of keys, counters of addresses, tallies of unlimited keys. */
export const TABLES_BYTES = 2 * COUNTERS_BYTES + TALLY_SLOTS * TALLY_BYTES;

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
  const keys = openCounterTable(buffer, offset, COUNTER_SLOTS);
  const addresses = openCounterTable(buffer, offset + COUNTERS_BYTES, COUNTER_SLOTS, { evicts: true });
  const tallies = openTallyTable(buffer, offset + 2 * COUNTERS_BYTES, TALLY_SLOTS);
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
      const today = windowOf(time);
      if (limit === undefined) {
        if (subject.kind === "key") tallies.add(tagOfKey(subject.digest));
        return { allowed: true, limit: -1, remaining: -1, resetSeconds: secondsToEndOf(today, time) };
      }
      const count =
        subject.kind === "key"
          ? keys.increment(tagOfKey(subject.digest), today, limit)
          : addresses.increment(tagOfAddress(subject.address, secret), today, limit);
      if (count === undefined) throw new QuotaAwayError(secondsToEndOf(today, time));
      const { allowed, used, period } = count;
      return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds: secondsToEndOf(period, time) };
    },
    usageOf(digest) {
      const { period, used } = keys.read(tagOfDigest(digest)) ?? {};
      return period === undefined || used === undefined ? undefined : { day: period, used };
    },
    usedToday(digest) {
      const { period, used } = keys.read(tagOfDigest(digest)) ?? { period: 0, used: 0 };
      return period >= windowOf(now()) ? used : 0;
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

/** Counts in the memory of this process only. */
export function countInMemory(now: () => number = Date.now): Usage {
  const tables = countInTables(new ArrayBuffer(TABLES_BYTES), 0, randomBytes(SECRET_BYTES), now);
  return { ...tables, close: () => undefined };
}

/** The secret hides addresses, and keeps clients from finding out whose slots they can take. */
function tagOfAddress(address: string, secret: Buffer): bigint {
  return createHmac("sha256", secret).update(addressGroup(address)).digest().readBigUInt64LE();
}

/** The first 64 bits of the key's SHA-256; never 0, which marks an empty slot. */
function tagOfDigest(digest: string): bigint {
  return BigInt(`0x${digest.slice(0, 16)}`) || 1n;
}
