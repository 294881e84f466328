import type { Logger } from "pino";
import type { Quota } from "../../src/access/quota.js";
import { openRedisQuota } from "../../src/access/redis-quota.js";
import { openUsageFile } from "../../src/access/usage-file.js";
import type { ServiceMetrics } from "../../src/metrics/service-metrics.js";
import { checkedRedisUrl, shownRedisUrl } from "../redis-url.js";
import type { ServeFlags } from "./serve-options.js";

/**
 * What counts requests: the usage file, or a Redis that several machines share.
 *
 * @throws UsageError, RedisRefusalError, Error when the usage file is something else
 */
export async function openQuota(
  { quota, quotaAway, quotaTimeout, usage }: Pick<ServeFlags, "quota" | "quotaAway" | "quotaTimeout" | "usage">,
  log?: Pick<Logger, "error" | "info">,
  metrics?: Pick<ServiceMetrics, "quotaAway" | "quotaMissed">,
): Promise<Quota> {
  if (quota === undefined) return openUsageFile(usage);
  const url = checkedRedisUrl(quota);
  const redis = shownRedisUrl(url);
  const meanwhile = quotaAway === "open" ? "this machine counts by itself" : "limited plans get 503";
  return openRedisQuota(url, {
    waitMs: quotaTimeout,
    ...(quotaAway === "open" ? { whileAway: openUsageFile(usage) } : {}),
    onAway(reason) {
      log?.error({ redis, reason }, `Redis is away; ${meanwhile}`);
      metrics?.quotaAway();
    },
    onMissed: () => metrics?.quotaMissed(),
    onBack: (requests) => log?.info({ redis, requests }, "Redis is back; it missed this many requests"),
  });
}
