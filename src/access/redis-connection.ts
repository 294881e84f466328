import { randomBytes } from "node:crypto";
import { Redis, type RedisOptions } from "iovalkey";

/** Timeout for connecting and for the response to any command, milliseconds. */
const PATIENCE_MS = 2000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2000;
const SALT_KEY = "icons:salt";
const SALT_BYTES = 32;

/** Callbacks for outages. */
export interface OutageEvents {
  /** Called once at the beginning of each outage. The reason contains no secret. */
  readonly onAway?: (reason: string) => void;
  /** Called once at the end of each outage. */
  readonly onBack?: () => void;
}

/** A connection to Redis or Valkey that reconnects by itself. */
export interface RedisConnection {
  readonly client: Redis;
  /** The secret that hides addresses, shared by all machines. Undefined while Redis is unavailable. */
  salt(): Buffer | undefined;
  /** Treats a failed command as the beginning of an outage, which ends when Redis accepts a write again. */
  lose(error: Error): void;
  close(): void;
}

/** Redis is reachable but rejects the connection: the URL has a wrong password, user or database. */
export class RedisRefusalError extends Error {
  override readonly name = "RedisRefusalError";

  constructor(reason: string) {
    super(
      `Redis rejected the connection: ${reason}. Correct the user, password or database in redis://user:password@host/db.`,
    );
  }
}

/**
 * Connects and waits for the first attempt to succeed or fail. An unreachable Redis counts as an outage, not as an
 * error: a server that starts during an outage must come up.
 *
 * Commands are never queued or repeated: a command that can't be sent now fails now, and each is sent at most once.
 *
 * @param url `redis://` or `rediss://`
 * @throws RedisRefusalError if Redis rejects the connection
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
  /** The outage ends only when Redis accepts writes, which excludes replicas and servers that are out of memory. */
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
      // A deliberate disconnect is not an outage.
      salt = undefined;
      client.disconnect();
    },
  };
}

/** Whether the error is permanent. Others, such as LOADING or READONLY, end with an outage. */
function isRefusal({ name, message }: Error): boolean {
  return name === "ReplyError" && /^(WRONGPASS|NOAUTH|NOPERM|DENIED|ERR)\b/.test(message);
}
