import type { Logger } from "pino";
import type { StoreAddress } from "../../src/store/address.js";
import { type FromFlags, followFrom } from "./from-store.js";
import { createLogger } from "./logger.js";
import type { MetricsAddress } from "./metrics-address.js";
import { supervise } from "./supervise.js";

/**
 * Serves by several workers, and does once what is not the business of each: fetches generations, answers with the metrics of
 * all.
 *
 * @param store where generations come from; undefined: they are built here
 * @throws Error when workers end before any of them has listened
 */
export async function superviseServing(
  artifacts: string,
  store: StoreAddress | undefined,
  flags: FromFlags & { readonly workers: number },
): Promise<void> {
  const { logger, finish } = await createLogger(flags.logLevel);
  const metrics = await metricsOf(flags.metrics, logger);
  const follower = store === undefined ? undefined : await followFrom(store, artifacts, flags, logger);
  try {
    await supervise(flags.workers);
  } finally {
    follower?.close();
    metrics?.close();
    await finish();
  }
}

/** What metrics need is loaded only where they are wanted. */
async function metricsOf(address: string, logger: Logger): Promise<MetricsAddress | undefined> {
  if (address === "off") return undefined;
  const { serveWorkersMetrics } = await import("./supervisor-metrics.js");
  return serveWorkersMetrics(address, logger);
}
