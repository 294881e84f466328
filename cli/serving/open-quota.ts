import type { Logger } from "pino";
import type { Quota } from "../../src/access/quota.js";
import { openRedisQuota } from "../../src/access/redis-quota.js";
import { openUsageFile, type UsageFile, type UsageRole } from "../../src/access/usage-file.js";
import type { ServiceMetrics } from "../../src/metrics/service-metrics.js";
import type { Polled } from "../../src/platform/poller.js";
import { checkedRedisUrl, shownRedisUrl } from "../options/redis-url.js";
import type { ServeFlags } from "./serve-options.js";

/** The request counter and its pollers. */
export interface OpenQuota {
  readonly quota: Quota;
  /** Pollers of its files. */
  readonly polls: readonly Polled[];
  /** Resolves when it can count. */
  readonly ready: Promise<void>;
}

/**
 * Opens the request counter: the usage file, or a Redis shared by several machines.
 *
 * @param role how this process handles a damaged usage file
 * @throws UsageError, RedisRefusalError, UsageFileError, StorageError
 */
export async function openQuota(
  { quota, quotaAway, quotaTimeout, usage }: Pick<ServeFlags, "quota" | "quotaAway" | "quotaTimeout" | "usage">,
  role: UsageRole,
  log?: Pick<Logger, "error" | "info">,
  metrics?: Pick<ServiceMetrics, "quotaAway" | "quotaMissed" | "usageFileRepaired">,
): Promise<OpenQuota> {
  const openFile = (): UsageFile =>
    openUsageFile(usage, {
      role,
      onFault: (error) => log?.error({ err: error }, "the usage file can't be used; retrying"),
      onRecovered: ({ failures }) => log?.info({ failures }, "the usage file can be used again"),
      onRepaired(what) {
        log?.error({ what }, "usage file repaired");
        metrics?.usageFileRepaired();
      },
    });
  if (quota === undefined) {
    const file = openFile();
    return { quota: file, polls: [file], ready: file.ready };
  }
  const url = checkedRedisUrl(quota);
  const redis = shownRedisUrl(url);
  const meanwhile = quotaAway === "open" ? "counting on this machine only" : "responding to limited plans with 503";
  const whileAway = quotaAway === "open" ? openFile() : undefined;
  const opened = await openRedisQuota(url, {
    waitMs: quotaTimeout,
    ...(whileAway === undefined ? {} : { whileAway }),
    onAway(reason) {
      log?.error({ redis, reason }, `Redis is unavailable; ${meanwhile}`);
      metrics?.quotaAway();
    },
    onMissed: () => metrics?.quotaMissed(),
    onBack: (requests) =>
      log?.info({ redis, requests }, "Redis is available again; it did not count this many requests"),
  });
  return { quota: opened, polls: whileAway === undefined ? [] : [whileAway], ready: Promise.resolve() };
}
