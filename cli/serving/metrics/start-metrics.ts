import type { Logger } from "pino";
import { createServiceMetrics, type ServiceMetrics } from "../../../src/metrics/service-metrics.js";
import type { PollStatus } from "../../../src/platform/poller.js";
import { droppedLines } from "../../process/output-queue.js";
import { readPackageFacts } from "../../process/package-facts.js";
import { isWorker } from "../workers/worker-channel.js";
import { serveMetrics } from "./serve-metrics.js";
import { reportToSupervisor } from "./worker-metrics.js";

/** Metrics of this process that can be read from outside. */
export interface RunningMetrics extends Omit<ServiceMetrics, "registry" | "close"> {
  close(): Promise<void>;
}

/**
 * Starts collecting metrics of this process. A worker reports them to its supervisor on request; any other process
 * serves them at an address itself. It loads prom-client, so import it only if metrics are enabled.
 *
 * @throws Error if it can't listen on the address
 */
export async function startMetrics(
  address: string,
  logger: Logger,
  polls: () => readonly PollStatus[],
): Promise<RunningMetrics> {
  const { registry, ...metrics } = createServiceMetrics(readPackageFacts().version, polls, droppedLines);
  const reader = isWorker
    ? reportToSupervisor(registry)
    : await serveMetrics(address, () => registry.metrics(), logger);
  return {
    ...metrics,
    async close() {
      metrics.close();
      await reader.close();
    },
  };
}
