import { createHmac } from "node:crypto";
import { addressGroup, networksOf } from "./address.js";
import { NEW_ADDRESSES_A_DAY } from "./address-table.js";
import { dayOf, secondsToEndOf } from "./day.js";
import type { Tier } from "./key.js";
import { PLANS } from "./plan.js";
import {
  type Allowance,
  type Quota,
  QuotaAwayError,
  QuotaTableFullError,
  type Subject,
  type UsageReader,
} from "./quota.js";
import type { CountedNetwork, RedisCounters } from "./redis-counters.js";

/** How long a request waits for its count by default. */
const WAIT_MS = 100;
/** How often tallies are sent. */
const TALLY_MS = 1000;
const RETRY_SECONDS = 2;

/** What a quota in Redis does beside counting. */
export interface RedisQuotaOptions {
  /** Milliseconds that a request waits for its count, at most 2,000; default 100. */
  readonly waitMs?: number;
  /** Counts while Redis is away. Without it, requests of limited plans are refused then. */
  readonly whileAway?: Quota;
  /** Told once at the beginning of each outage, why; the reason holds no secret. */
  readonly onAway?: (reason: string) => void;
  /** Told of each request of a limited plan that Redis does not count. */
  readonly onMissed?: () => void;
  /** Told once at its end, of how many requests of limited plans were not counted by Redis meanwhile. */
  readonly onBack?: (requests: number) => void;
}

/**
 * Counts in Redis or Valkey, so that several machines share one allowance. Each request of a limited plan is one command. One
 * that is not answered in time may have been counted nonetheless; none is granted without being counted, there or by `whileAway`.
 * Unlimited plans don't wait: they are counted here, and added to Redis every second.
 *
 * @param url `redis://` or `rediss://`, with user, password and database
 * @throws RedisRefusalError when Redis is there and refuses; where it can't be reached, it is away
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
  const takeElsewhere = (subject: Subject, tier: Tier): Allowance | Promise<Allowance> => {
    missed++;
    onMissed?.();
    if (whileAway !== undefined) return whileAway.take(subject, tier);
    throw new QuotaAwayError(RETRY_SECONDS);
  };
  return {
    take(subject, tier) {
      const limit = PLANS[tier].perDay;
      if (limit === undefined) {
        const now = Date.now();
        if (subject.kind === "key") tallies.add(subject.digest);
        return { allowed: true, limit: -1, remaining: -1, resetSeconds: secondsToEndOf(dayOf(now), now) };
      }
      const salt = connection.salt();
      if (salt === undefined) return takeElsewhere(subject, tier);
      return counters.increment(nameOf(subject, salt), limit, waitMs, networksFor(subject, salt)).then(
        ({ allowed, used, day, now, crowded }) => {
          const resetSeconds = secondsToEndOf(day, now);
          if (crowded) throw new QuotaTableFullError(subject.kind, resetSeconds);
          return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds };
        },
        (error: Error) => {
          connection.lose(error);
          return takeElsewhere(subject, tier);
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
 * The counters in Redis, for an operator.
 *
 * @throws RedisRefusalError when Redis is there and refuses, Error when it can't be reached
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
    usedToday: (digest) => counters.usedToday(nameOfKey(digest)),
    tallyOf: (digest) => counters.tallyOf(nameOfKey(digest)),
    reset: (digest) => counters.reset(digest === undefined ? undefined : nameOfKey(digest)),
    close: () => connection.close(),
  };
}

/** Adds up what is sent to Redis from time to time. A batch is sent once: one that fails is lost, none counts twice. */
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

function nameOf(subject: Subject, salt: Buffer): string {
  if (subject.kind === "key") return nameOfKey(subject.digest);
  return `address:${hidden(addressGroup(subject.address), salt)}`;
}

/** Bounded as in the usage file, so that one network can't fill Redis's memory either. */
function networksFor(subject: Subject, salt: Buffer): CountedNetwork[] {
  if (subject.kind === "key") return [];
  return networksOf(addressGroup(subject.address)).map(({ kind, prefix }) => ({
    name: `network:${hidden(`${kind} ${prefix}`, salt)}`,
    bound: NEW_ADDRESSES_A_DAY[kind],
  }));
}

function hidden(text: string, salt: Buffer): string {
  return createHmac("sha256", salt).update(text).digest("hex");
}

function nameOfKey(digest: string): string {
  return `key:${digest}`;
}
