import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import { addLogMetrics, addPollMetrics } from "../../src/metrics/service-metrics.js";
import type { PollStatus } from "../../src/platform/poller.js";
import { droppedLines } from "../process/output-queue.js";
import { type MetricsServer, serveMetrics } from "./serve-metrics.js";
import { type Figures, figuresOf, METRICS_REQUEST } from "./worker-metrics.js";

/** The latest figures are used for a worker that has not answered after this. */
const ANSWER_MS = 1000;

/**
 * Serves the aggregated figures of all workers at their common address.
 *
 * Counts of a worker stay in the sums when it has ended: a counter that fell by a worker's share would be interpreted
 * as a restart, and everything that the others counted would be counted again. The counts of a killed worker since the
 * last request are lost.
 *
 * @param answering the workers that listen and answer their heartbeats; only these are queried
 * @param polls status of the supervisor's own pollers
 * @throws Error if it can't listen on the address
 */
export async function serveWorkersMetrics(
  address: string,
  answering: () => readonly Worker[],
  logger: Logger,
  polls: () => readonly PollStatus[],
): Promise<MetricsServer> {
  const own = createOwnMetrics(polls);
  const latest = new Map<number, Figures>();
  const waiting = new Map<number, () => void>();
  let departed: Figures = [];

  cluster.on("message", (worker: Worker, message: unknown) => {
    const figures = figuresOf(message);
    if (figures === undefined) return;
    latest.set(worker.id, figures);
    waiting.get(worker.id)?.();
  });
  // Unlike the exit event, this comes after all messages of a worker.
  cluster.on("disconnect", ({ id }) => {
    waiting.get(id)?.();
    departed = addCounted(departed, latest.get(id) ?? []);
    latest.delete(id);
  });

  const ask = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        waiting.delete(worker.id);
        resolve();
      };
      const timer = setTimeout(done, ANSWER_MS);
      waiting.set(worker.id, done);
      worker.send(METRICS_REQUEST, (error) => error && done());
    });
  const read = async (): Promise<string> => {
    await Promise.all(answering().map(ask));
    // Counted again, since a worker that died meanwhile counts as exited.
    return putTogether([await own(answering().length), departed, ...latest.values()]).metrics();
  };
  let reading: Promise<string> | undefined;
  const readOnce = (): Promise<string> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return serveMetrics(address, readOnce, logger);
}

/**
 * Metrics that only the supervisor knows.
 *
 * @param polls status of its pollers
 * @returns a function from the number of answering workers to the figures
 */
function createOwnMetrics(polls: () => readonly PollStatus[]): (answering: number) => Promise<Figures> {
  const registry = new Registry();
  const registers = [registry];
  addPollMetrics(registry, polls);
  addLogMetrics(registry, droppedLines);
  const exits = new Counter({ name: "icons_worker_exits_total", help: "Worker processes that ended.", registers });
  const workers = new Gauge({
    name: "icons_workers",
    help: "Worker processes that listen and answer heartbeats.",
    registers,
  });
  cluster.on("exit", () => exits.inc());
  return (answering) => {
    workers.set(answering);
    return registry.getMetricsAsJSON();
  };
}

/** Sums that continue after the process is gone; its gauges are no longer valid. */
function addCounted(sums: Figures, figures: Figures): Figures {
  const counted = figures.filter(({ type }) => ["counter", "histogram"].includes(type as unknown as string));
  // prom-client's aggregate includes the values, although the types omit them.
  return putTogether([sums, counted]).getMetricsAsArray() as Figures;
}

const putTogether = (figures: readonly Figures[]): Registry => AggregatorRegistry.aggregate([...figures]);
