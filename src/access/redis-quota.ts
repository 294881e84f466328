import { createHmac } from "node:crypto";
import { addressGroup } from "./address.js";
import { type Allowance, type Quota, QuotaAwayError, type Subject, type UsageReader } from "./quota.js";
import { secondsToEndOf, windowOf } from "./quota-window.js";
import type { CountPlace, RedisCounters } from "./redis-counters.js";

/** Default time that a request waits for its count. */
const WAIT_MS = 100;
/** Interval at which tallies are sent. */
const TALLY_MS = 1000;
const RETRY_SECONDS = 2;
/** Of the hidden address, which name its hash. */
const ADDRESS_HASH_DIGITS = 3;

/** Options of a quota in Redis. */
export interface RedisQuotaOptions {
  /** Milliseconds that a request waits for its count, at most 2,000; default 100. */
  readonly waitMs?: number;
  /** Counts while Redis is unavailable. Without it, requests of limited plans are then refused. */
  readonly whileAway?: Quota;
  /** Called once at the beginning of each outage. The reason contains no secret. */
  readonly onAway?: (reason: string) => void;
  /** Called for each request of a limited plan that Redis does not count. */
  readonly onMissed?: () => void;
  /** Called once at the end of each outage, with the number of limited-plan requests that Redis did not count. */
  readonly onBack?: (requests: number) => void;
}

/**
 * Counts in Redis or Valkey, so that several machines share one quota. Each request of a limited plan is one command. A
 * request whose count times out may still have been counted; no request is granted without being counted in Redis or by
 * `whileAway`. Requests of unlimited plans don't wait: they are counted locally and added to Redis every second.
 *
 * @param url `redis://` or `rediss://`, with user, password and database
 * @throws RedisRefusalError if Redis rejects the connection; an unreachable Redis counts as an outage
 */
export async function openRedisQuota(url: string, options: RedisQuotaOptions = {}): Promise<Quota> {
  const { openRedisCounters } = await import("./redis-counters.js");
  const { waitMs = WAIT_MS, whileAway, onAway, onMissed, onBack } = options;
  let missed = 0;
  const counters = await openRedisCounters(url, {
    ...(onAway === undefined ? {} : { onAway }),
    onBack: () => {
      onBack?.(missed);
      missed = 0;
    },
  });
  const { connection } = counters;
  const tallies = sendTallies(counters);
  const takeElsewhere = (subject: Subject, limit: number): Allowance | Promise<Allowance> => {
    missed++;
    onMissed?.();
    if (whileAway !== undefined) return whileAway.take(subject, limit);
    throw new QuotaAwayError(RETRY_SECONDS);
  };
  return {
    take(subject, limit) {
      if (limit === undefined) {
        const now = Date.now();
        if (subject.kind === "key") tallies.add(subject.digest);
        return { allowed: true, limit: -1, remaining: -1, resetSeconds: secondsToEndOf(windowOf(now), now) };
      }
      const salt = connection.salt();
      if (salt === undefined) return takeElsewhere(subject, limit);
      return counters.increment(placeOf(subject, salt), limit, waitMs).then(
        ({ allowed, used, period, now }) => {
          const resetSeconds = secondsToEndOf(period, now);
          return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds };
        },
        (error: Error) => {
          connection.lose(error);
          return takeElsewhere(subject, limit);
        },
      );
    },
    async close() {
      await tallies.close();
      connection.close();
      await whileAway?.close();
    },
  };
}

/**
 * The counters in Redis, for operators.
 *
 * @throws RedisRefusalError if Redis rejects the connection, Error if it can't be reached
 */
export async function openRedisUsage(url: string): Promise<UsageReader> {
  const { openRedisCounters } = await import("./redis-counters.js");
  let away: string | undefined;
  const { connection, ...counters } = await openRedisCounters(url, {
    onAway: (reason) => {
      away = reason;
    },
  });
  if (away !== undefined) {
    connection.close();
    throw new Error(`Redis can't be reached: ${away}. Correct the address in --quota, or start Redis.`);
  }
  return {
    usedToday: (digest) => counters.usedToday(placeOfKey(digest)),
    tallyOf: (digest) => counters.tallyOf(nameOfKey(digest)),
    reset: (digest) => counters.reset(digest === undefined ? undefined : nameOfKey(digest)),
    close: () => connection.close(),
  };
}

/**
 * Accumulates tallies and sends them to Redis periodically. Each batch is sent once: a failed batch is lost, but none
 * counts twice.
 */
function sendTallies({ addToTallies, connection }: RedisCounters): {
  add(digest: string): void;
  close(): Promise<void>;
} {
  let added = new Map<string, number>();
  const send = async (): Promise<void> => {
    if (added.size === 0 || connection.salt() === undefined) return;
    const batch = added;
    added = new Map();
    await addToTallies(batch).catch((error: Error) => connection.lose(error));
  };
  const timer = setInterval(send, TALLY_MS).unref();
  return {
    add(digest) {
      const name = nameOfKey(digest);
      added.set(name, (added.get(name) ?? 0) + 1);
    },
    close() {
      clearInterval(timer);
      return send();
    },
  };
}

/**
 * Keys have a hash each. Addresses share 4,096 of 64 fields, so that no network can fill the memory of Redis. The salt
 * hides addresses, and keeps clients from finding out whose fields they can take.
 */
function placeOf(subject: Subject, salt: Buffer): CountPlace {
  if (subject.kind === "key") return placeOfKey(subject.digest);
  const hidden = createHmac("sha256", salt).update(addressGroup(subject.address)).digest("hex");
  return { hash: `addresses:${hidden.slice(0, ADDRESS_HASH_DIGITS)}`, field: hidden };
}

function placeOfKey(digest: string): CountPlace {
  return { hash: nameOfKey(digest), field: "used" };
}

function nameOfKey(digest: string): string {
  return `key:${digest}`;
}
