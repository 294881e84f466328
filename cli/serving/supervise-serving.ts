import type { Logger } from "pino";
import { openKeyRing } from "../../src/access/open-key-ring.js";
import type { PollStatus } from "../../src/platform/poller.js";
import type { FromFlags, Source } from "./load-follower.js";
import type { WorkersMetrics } from "./metrics/supervisor-metrics.js";
import { createSharedRefusedKeys } from "./shared-refused-keys.js";
import { warnIfKeyless } from "./warn-keyless.js";
import { createSupervisor, type Supervisor } from "./workers/supervise.js";

export interface WorkersFlags extends FromFlags {
  readonly workers: number;
  /** Seconds. */
  readonly workerTimeout: number;
}

/**
 * Serves with several workers, and does centrally what is needed only once: serves the metrics of all, and closes the
 * source of generations.
 *
 * @throws PortInUseError, or another error if it can't listen, the key file can't be read, or a worker ends before any
 *   has listened
 */
export async function superviseServing(flags: WorkersFlags, logger: Logger, source: Source | undefined): Promise<void> {
  // Reports an unreadable file once, before any worker fails to open it.
  const keys = openKeyRing(flags.keys);
  warnIfKeyless(keys, flags, logger);
  keys.close();
  let metrics: WorkersMetrics | undefined;
  const supervisor = createSupervisor({
    workers: flags.workers,
    silenceMs: flags.workerTimeout * 1000,
    place: flags,
    maxConnections: flags.maxConnections,
    shared: createSharedRefusedKeys(),
    onListening: (address) => logger.info(`Server listening at ${address}`),
    onMessage: (worker, message) => metrics?.take(worker, message),
    onEnded: (worker) => metrics?.ended(worker),
  });
  // They look for it at this signal, as a single process does.
  source?.onNews?.(() => {
    for (const worker of supervisor.responding()) worker.kill("SIGHUP");
  });
  metrics = await metricsOf(flags.metrics, supervisor, logger, () => (source === undefined ? [] : [source.status()]));
  try {
    await supervisor.run();
  } finally {
    await source?.close();
    metrics?.close();
  }
}

/** Loads the code for metrics only if they are enabled. */
async function metricsOf(
  address: string,
  supervisor: Supervisor,
  logger: Logger,
  polls: () => readonly PollStatus[],
): Promise<WorkersMetrics | undefined> {
  if (address === "off") return undefined;
  const { serveWorkersMetrics } = await import("./metrics/supervisor-metrics.js");
  return serveWorkersMetrics(address, supervisor.responding, logger, polls);
}
