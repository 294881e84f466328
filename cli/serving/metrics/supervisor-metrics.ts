import type { ChildProcess } from "node:child_process";
import type { Logger } from "pino";
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import { addLogMetrics, addPollMetrics } from "../../../src/metrics/service-metrics.js";
import type { PollStatus } from "../../../src/platform/poller.js";
import { droppedLines } from "../../process/output-queue.js";
import { type MetricsServer, serveMetrics } from "./serve-metrics.js";
import { type Figures, figuresOf, METRICS_REQUEST } from "./worker-metrics.js";

/** The latest figures are used for a worker that has not responded after this. */
const RESPONSE_MS = 1000;

/** The metrics of all workers. */
export interface WorkersMetrics extends MetricsServer {
  /** Takes the figures in a worker's message. */
  take(worker: ChildProcess, message: unknown): void;
  /** Reports that a worker has ended, and all of its messages have been read. */
  ended(worker: ChildProcess): void;
}

/**
 * Serves the aggregated figures of all workers at their common address.
 *
 * Counts of a worker stay in the sums when it has ended: a counter that fell by a worker's share would be interpreted
 * as a restart, and everything that the others counted would be counted again. The counts of a killed worker since the
 * last request are lost.
 *
 * @param responding the workers that listen and return their heartbeats; only these are queried
 * @param polls status of the supervisor's own pollers
 * @throws Error if it can't listen on the address
 */
export async function serveWorkersMetrics(
  address: string,
  responding: () => readonly ChildProcess[],
  logger: Logger,
  polls: () => readonly PollStatus[],
): Promise<WorkersMetrics> {
  const own = createOwnMetrics(polls);
  const latest = new Map<ChildProcess, Figures>();
  const waiting = new Map<ChildProcess, () => void>();
  let departed: Figures = [];

  const ask = (worker: ChildProcess): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        waiting.delete(worker);
        resolve();
      };
      const timer = setTimeout(done, RESPONSE_MS);
      waiting.set(worker, done);
      worker.send(METRICS_REQUEST, (error) => error && done());
    });
  const read = async (): Promise<string> => {
    await Promise.all(responding().map(ask));
    // Counted again, since a worker that died meanwhile counts as exited.
    return putTogether([await own.read(responding().length), departed, ...latest.values()]).metrics();
  };
  let reading: Promise<string> | undefined;
  const readOnce = (): Promise<string> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const server = await serveMetrics(address, readOnce, logger);
  return {
    ...server,
    take(worker, message) {
      const figures = figuresOf(message);
      if (figures === undefined) return;
      latest.set(worker, figures);
      waiting.get(worker)?.();
    },
    ended(worker) {
      own.exits.inc();
      waiting.get(worker)?.();
      departed = addCounted(departed, latest.get(worker) ?? []);
      latest.delete(worker);
    },
  };
}

/**
 * Metrics that only the supervisor knows.
 *
 * @param polls status of its pollers
 * @returns the counter of ended workers, and a function from the number of responding workers to the figures
 */
function createOwnMetrics(polls: () => readonly PollStatus[]) {
  const registry = new Registry();
  const registers = [registry];
  addPollMetrics(registry, polls);
  addLogMetrics(registry, droppedLines);
  const exits = new Counter({ name: "icons_worker_exits_total", help: "Worker processes that ended.", registers });
  const workers = new Gauge({
    name: "icons_workers",
    help: "Worker processes that listen and respond to heartbeats.",
    registers,
  });
  return {
    exits,
    read(responding: number): Promise<Figures> {
      workers.set(responding);
      return registry.getMetricsAsJSON();
    },
  };
}

/** Sums that continue after the process is gone; its gauges are no longer valid. */
function addCounted(sums: Figures, figures: Figures): Figures {
  const counted = figures.filter(({ type }) => ["counter", "histogram"].includes(String(type)));
  // prom-client's aggregate includes the values, although the types omit them.
  return putTogether([sums, counted]).getMetricsAsArray() as Figures;
}

const putTogether = (figures: readonly Figures[]): Registry => AggregatorRegistry.aggregate([...figures]);
