import type { Logger } from "pino";
import type { Polled, PollStatus } from "../../src/platform/poller.js";
import type { StoreAddress } from "../../src/store/address.js";
import { type FromFlags, loadFollower } from "./load-follower.js";
import { createLogger } from "./logger.js";
import type { MetricsAddress } from "./metrics-address.js";
import { createSupervisor, type Supervisor } from "./supervise.js";

export interface WorkersFlags extends FromFlags {
  readonly workers: number;
  /** Seconds. */
  readonly workerTimeout: number;
}

/**
 * Serves by several workers, and does once what is not the business of each: fetches generations, answers with the metrics of
 * all.
 *
 * @param store where generations come from; undefined: they are built here
 * @throws Error when a worker ends before any has listened
 */
export async function superviseServing(
  artifacts: string,
  store: StoreAddress | undefined,
  flags: WorkersFlags,
): Promise<void> {
  const { logger, finish } = await createLogger(flags.logLevel);
  const supervisor = createSupervisor(flags.workers, flags.workerTimeout * 1000);
  const polls: Polled[] = [];
  const metrics = await metricsOf(flags.metrics, supervisor, logger, () => polls.map((poll) => poll.status()));
  const follower = store === undefined ? undefined : (await loadFollower())(store, artifacts, flags, logger);
  if (follower !== undefined) polls.push(follower);
  try {
    await supervisor.run();
  } finally {
    follower?.close();
    metrics?.close();
    await finish();
  }
}

/** What metrics need is loaded only where they are wanted. */
async function metricsOf(
  address: string,
  supervisor: Supervisor,
  logger: Logger,
  polls: () => readonly PollStatus[],
): Promise<MetricsAddress | undefined> {
  if (address === "off") return undefined;
  const { serveWorkersMetrics } = await import("./supervisor-metrics.js");
  return serveWorkersMetrics(address, supervisor.answering, logger, polls);
}
