import { randomBytes } from "node:crypto";
import { Redis, type RedisOptions } from "iovalkey";

/** How long a connection may take to come about, and the answer to any command, milliseconds. */
const PATIENCE_MS = 2000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2000;
const SALT_KEY = "icons:salt";
const SALT_BYTES = 32;

/** Who wants to know of an outage. */
export interface OutageEvents {
  /** Once at the beginning of each outage, with its reason, which holds no secret. */
  readonly onAway?: (reason: string) => void;
  /** Once at its end. */
  readonly onBack?: () => void;
}

/** A connection to Redis or Valkey that comes back by itself. */
export interface RedisConnection {
  readonly client: Redis;
  /** What addresses are hidden under, the same for all machines; undefined while Redis is away. */
  salt(): Buffer | undefined;
  /** Takes a command's failure for the beginning of an outage, which ends when Redis takes a write again. */
  lose(error: Error): void;
  close(): void;
}

/** Redis answers, but not to us: the address names a wrong password, user or database. */
export class RedisRefusalError extends Error {
  override readonly name = "RedisRefusalError";

  constructor(reason: string) {
    super(
      `Redis rejected the connection: ${reason}. Correct the user, password or database in redis://user:password@host/db.`,
    );
  }
}

/**
 * Connects, and waits until that has come to something. A Redis that can't be reached is away, not an error: a server that starts
 * during an outage must come up.
 *
 * Commands are never queued or repeated: what can't be sent now fails now, and what was sent is sent once.
 *
 * @param url `redis://` or `rediss://`
 * @throws RedisRefusalError when Redis is there and refuses
 */
export async function connectRedis(
  url: string,
  scripts: NonNullable<RedisOptions["scripts"]>,
  events: OutageEvents = {},
): Promise<RedisConnection> {
  let salt: Buffer | undefined;
  let failure: Error | undefined;
  let failures = 0;
  let started = false;
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_RETRY_MS),
    scripts,
  });
  /** Only a Redis that takes writes is back: not a replica, not one whose memory is full. */
  const prove = async (): Promise<void> => {
    try {
      if (failure !== undefined && isRefusal(failure)) throw failure;
      await client.set(SALT_KEY, randomBytes(SALT_BYTES).toString("hex"), "NX");
      const stored = await client.get(SALT_KEY);
      if (stored === null || salt !== undefined) return;
      salt = Buffer.from(stored, "hex");
      failures = 0;
      if (started) events.onBack?.();
    } catch (error) {
      failure = error as Error;
      if (client.status === "ready") client.disconnect(true);
    }
  };
  const lose = (error: Error): void => {
    if (salt === undefined) return;
    salt = undefined;
    events.onAway?.(error.message);
    if (client.status === "ready") void prove();
  };
  client.on("connect", () => {
    failure = undefined;
  });
  client.on("error", (error: Error) => {
    failure = error;
  });
  client.on("close", () => lose(failure ?? new Error("the connection was closed")));
  await client.connect().then(prove, () => undefined);
  if (failure !== undefined && isRefusal(failure)) {
    client.disconnect();
    throw new RedisRefusalError(failure.message);
  }
  if (salt === undefined) events.onAway?.(failure?.message ?? "no connection");
  started = true;
  client.on("ready", prove);
  return {
    client,
    salt: () => salt,
    lose,
    close() {
      // What ends on purpose is no outage.
      salt = undefined;
      client.disconnect();
    },
  };
}

/** An answer that will be the same next time; others, such as LOADING or READONLY, end with an outage. */
function isRefusal({ name, message }: Error): boolean {
  return name === "ReplyError" && /^(WRONGPASS|NOAUTH|NOPERM|DENIED|ERR)\b/.test(message);
}
