import { existsSync } from "node:fs";
import type { UsageReader } from "../src/access/quota.js";
import { openRedisUsage } from "../src/access/redis-quota.js";
import { openUsageFile } from "../src/access/usage-file.js";
import { checkedRedisUrl } from "./redis-url.js";

/** Where requests are counted, as the flags say. */
export interface UsageFlags {
  readonly usage: string;
  readonly quota?: string;
}

/**
 * Opens the counters of a server: its usage file, or the Redis that it counts in.
 *
 * @throws UsageError, RedisRefusalError, Error when there is no such file or Redis
 */
export async function openUsageReader({ usage, quota }: UsageFlags): Promise<UsageReader> {
  if (quota !== undefined) return openRedisUsage(checkedRedisUrl(quota));
  if (existsSync(usage)) return openUsageFile(usage, { role: "reader" });
  throw new Error(
    `${usage} does not exist, so no server has counted there; name the server's file with --usage, or its Redis with --quota`,
  );
}
