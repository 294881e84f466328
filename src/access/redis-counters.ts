import type { Redis, Result } from "iovalkey";
import type { Count } from "./counter-table.js";
import { dayOf } from "./day.js";
import { connectRedis, type OutageEvents, type RedisConnection } from "./redis-connection.js";

const USED = "icons:used:";
const TALLY = "icons:tally:";
/**
 * Days that a count is kept beyond its own, so that setting the clock ahead and back by that many grants no extra
 * quota.
 */
const KEPT_DAYS = 2;
const SCAN_COUNT = 1000;

/**
 * One atomic step. The day comes from the clock of Redis, so that all machines agree on it, but is never earlier than a
 * day already counted. The first key is the subject's. The others are the networks that contain it, each with its
 * limit: a subject that is new today counts as one more for each network, and is refused if one of them has reached its
 * limit.
 */
const TAKE = `
local time = redis.call('TIME')
local stored = redis.call('HMGET', KEYS[1], 'day', 'used')
local today = math.floor(time[1] / 86400)
local day = math.max(today, tonumber(stored[1] or 0))
local used = day == tonumber(stored[1] or 0) and tonumber(stored[2]) or 0
local expiry = (day + 1 + ${KEPT_DAYS}) * 86400
if day ~= tonumber(stored[1] or 0) then
  local has = {}
  for at = 2, #KEYS do
    local network = redis.call('HMGET', KEYS[at], 'day', 'used')
    has[at] = tonumber(network[1] or 0) == day and tonumber(network[2]) or 0
    if has[at] >= tonumber(ARGV[at]) then
      return { -1, 0, day, time[1] * 1000 + math.floor(time[2] / 1000) }
    end
  end
  for at = 2, #KEYS do
    redis.call('HSET', KEYS[at], 'day', day, 'used', has[at] + 1)
    redis.call('EXPIREAT', KEYS[at], expiry)
  end
end
local allowed = used < tonumber(ARGV[1])
if allowed then
  used = used + 1
  redis.call('HSET', KEYS[1], 'day', day, 'used', used)
  redis.call('EXPIREAT', KEYS[1], expiry)
end
return { allowed and 1 or 0, used, day, time[1] * 1000 + math.floor(time[2] / 1000) }
`;

declare module "iovalkey" {
  interface RedisCommander<Context> {
    /** `TAKE`: allowed (-1: a network has reached its limit), used, day, Redis's time in milliseconds. */
    iconsTake(keys: number, ...keysAndBounds: (string | number)[]): Result<[number, number, number, number], Context>;
  }
}

/** A count with the time of the clock that determined its day. */
export interface TimedCount extends Count {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether nothing was counted because a network has reached its limit of new subjects. */
  readonly crowded: boolean;
}

/** A network with a daily limit of new subjects. */
export interface CountedNetwork {
  readonly name: string;
  readonly bound: number;
}

/** Counters in Redis, shared by several machines. Every method is one command or one batch, and fails if that fails. */
export interface RedisCounters {
  readonly connection: RedisConnection;
  /**
   * Counts one request unless that exceeds the limit. Fails after `waitMs`.
   *
   * @param name of a subject; contains no secret
   * @param networks that contain the subject, narrowest first
   */
  increment(name: string, limit: number, waitMs: number, networks?: readonly CountedNetwork[]): Promise<TimedCount>;
  /** Requests counted today, by the clock of Redis. */
  usedToday(name: string): Promise<number>;
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
  const scripts = { iconsTake: { lua: TAKE } };
  const connection = await connectRedis(url, scripts, events);
  const { client } = connection;
  return {
    connection,
    async increment(name, limit, waitMs, networks = []) {
      const keys = [USED + name, ...networks.map((network) => USED + network.name)];
      const bounds = [limit, ...networks.map(({ bound }) => bound)];
      const [allowed, used, day, now] = await inTime(waitMs, client.iconsTake(keys.length, ...keys, ...bounds));
      return { allowed: allowed === 1, used, day, now, crowded: allowed === -1 };
    },
    async usedToday(name) {
      const [[seconds], [day, used]] = await Promise.all([client.time(), client.hmget(USED + name, "day", "used")]);
      return Number(day) >= dayOf(Number(seconds) * 1000) ? Number(used) : 0;
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
 * Fails if Redis takes too long. Answers that have already arrived are read first: if this process was too busy to read
 * them, Redis is not to blame.
 */
function inTime<Answer>(waitMs: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`no answer in ${waitMs} ms`));
    const timer = setTimeout(() => setImmediate(late), waitMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function unlinkAll(client: Redis, prefix: string): Promise<void> {
  for await (const names of client.scanStream({ match: `${prefix}*`, count: SCAN_COUNT })) {
    if (names.length > 0) await client.unlink(names);
  }
}
