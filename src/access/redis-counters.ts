import type { Redis, Result } from "iovalkey";
import type { Count } from "./counter-table.js";
import { WINDOW, windowOf } from "./quota-window.js";
import { connectRedis, type OutageEvents, type RedisConnection } from "./redis-connection.js";

const USED = "icons:used:";
const TALLY = "icons:tally:";
/**
 * Days that a count is kept beyond its own, so that setting the clock ahead and back by that many grants no extra
 * quota.
 */
const KEPT_DAYS = 2;
/** Counts share a hash up to this number. Then a new one replaces the lowest. */
const SHARING = 64;
const SCAN_COUNT = 1000;

/**
 * One atomic step: counts in a field of a hash. A field is `day * 65536 + used`, so that those of past days are the
 * lowest. The day comes from the clock of Redis, so that all machines agree on it, but is never earlier than a day
 * already counted.
 */
const TAKE = `
local time = redis.call('TIME')
local field, limit = ARGV[1], tonumber(ARGV[2])
local stored = tonumber(redis.call('HGET', KEYS[1], field) or 0)
local day = math.max(math.floor(time[1] / ${WINDOW.seconds}), math.floor(stored / 65536))
local used = math.max(0, stored - day * 65536)
local allowed = used < limit
if allowed then
  if stored == 0 and redis.call('HLEN', KEYS[1]) >= ${SHARING} then
    local least, lowest
    local all = redis.call('HGETALL', KEYS[1])
    for at = 1, #all, 2 do
      if not lowest or tonumber(all[at + 1]) < lowest then
        least, lowest = all[at], tonumber(all[at + 1])
      end
    end
    redis.call('HDEL', KEYS[1], least)
  end
  used = used + 1
  redis.call('HSET', KEYS[1], field, day * 65536 + used)
  redis.call('EXPIREAT', KEYS[1], (day + 1 + ${KEPT_DAYS}) * ${WINDOW.seconds})
end
return { allowed and 1 or 0, used, day, time[1] * 1000 + math.floor(time[2] / 1000) }
`;

declare module "iovalkey" {
  interface RedisCommander<Context> {
    /** `TAKE`: allowed, used, day, Redis's time in milliseconds. */
    iconsTake(key: string, field: string, limit: number): Result<[number, number, number, number], Context>;
  }
}

/** Where a count is: in a field of a hash. */
export interface CountPlace {
  readonly hash: string;
  readonly field: string;
}

/** A count with the time of the clock that determined its day. */
export interface TimedCount extends Count {
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Counters in Redis, shared by several machines. Every method is one command or one batch, and fails if that fails. */
export interface RedisCounters {
  readonly connection: RedisConnection;
  /**
   * Counts one request unless that exceeds the limit. Fails after `waitMs`.
   *
   * @param place of a subject; contains no secret
   */
  increment(place: CountPlace, limit: number, waitMs: number): Promise<TimedCount>;
  /** Requests counted today, by the clock of Redis. */
  usedToday(place: CountPlace): Promise<number>;
  /** Adds to counts without a limit or a day. */
  addToTallies(added: ReadonlyMap<string, number>): Promise<void>;
  tallyOf(name: string): Promise<bigint>;
  /** Resets the counts of one subject, or of all. */
  reset(name?: string): Promise<void>;
}

/**
 * Connects to counters in Redis or Valkey.
 *
 * @throws RedisRefusalError if Redis rejects the connection
 */
export async function openRedisCounters(url: string, events?: OutageEvents): Promise<RedisCounters> {
  const scripts = { iconsTake: { lua: TAKE, numberOfKeys: 1 } };
  const connection = await connectRedis(url, scripts, events);
  const { client } = connection;
  return {
    connection,
    async increment({ hash, field }, limit, waitMs) {
      const [allowed, used, period, now] = await inTime(waitMs, client.iconsTake(USED + hash, field, limit));
      return { allowed: allowed === 1, used, period, now };
    },
    async usedToday({ hash, field }) {
      const [[seconds], stored] = await Promise.all([client.time(), client.hget(USED + hash, field)]);
      return Math.max(0, Number(stored) - windowOf(Number(seconds) * 1000) * 65_536) % 65_536;
    },
    async addToTallies(added) {
      const batch = client.pipeline();
      for (const [name, count] of added) batch.incrby(TALLY + name, count);
      await batch.exec();
    },
    tallyOf: async (name) => BigInt((await client.get(TALLY + name)) ?? 0),
    async reset(name) {
      if (name !== undefined) await client.unlink(USED + name, TALLY + name);
      else for (const prefix of [USED, TALLY]) await unlinkAll(client, prefix);
    },
  };
}

/**
 * Fails if Redis takes too long. Responses that have already arrived are read first: if this process was too busy to read
 * them, Redis is not to blame.
 */
function inTime<Response>(waitMs: number, response: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`no response in ${waitMs} ms`));
    const timer = setTimeout(() => setImmediate(late), waitMs);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function unlinkAll(client: Redis, prefix: string): Promise<void> {
  for await (const names of client.scanStream({ match: `${prefix}*`, count: SCAN_COUNT })) {
    if (names.length > 0) await client.unlink(names);
  }
}
