import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import { addPollMetrics } from "../../src/metrics/service-metrics.js";
import type { PollStatus } from "../../src/platform/poller.js";
import { type MetricsAddress, serveMetrics } from "./metrics-address.js";
import { type Figures, figuresOf, METRICS_REQUEST } from "./worker-metrics.js";

/** A worker that has not answered after this is shown with what it said last. */
const ANSWER_MS = 1000;

/**
 * Answers with the figures of all workers put together, at the one address that they have in common.
 *
 * What a worker counted stays in the sums when it has ended: a counter that fell by a worker's share would be read as a restart, and all
 * that the others counted would be counted again. What a worker that was killed had counted since it was last asked is lost.
 *
 * @param answering the workers that listen and answer their heartbeats; only those are asked
 * @param polls how what the supervisor itself polls is doing
 * @throws Error when the address can't be listened on
 */
export async function serveWorkersMetrics(
  address: string,
  answering: () => readonly Worker[],
  logger: Logger,
  polls: () => readonly PollStatus[],
): Promise<MetricsAddress> {
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
  // Unlike its exit, this comes after all that a worker has said.
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
    const asked = answering();
    await Promise.all(asked.map(ask));
    return putTogether([await own(asked.length), departed, ...latest.values()]).metrics();
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
 * What only the supervisor knows.
 *
 * @param polls how what it polls is doing
 * @returns its figures, given how many workers answer
 */
function createOwnMetrics(polls: () => readonly PollStatus[]): (answering: number) => Promise<Figures> {
  const registry = new Registry();
  const registers = [registry];
  addPollMetrics(registry, polls);
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

/** Sums that go on though the process that counted them is gone; its gauges are no longer true. */
function addCounted(sums: Figures, figures: Figures): Figures {
  const counted = figures.filter(({ type }) => ["counter", "histogram"].includes(type as unknown as string));
  // What prom-client puts together carries its values, though the types don't say so.
  return putTogether([sums, counted]).getMetricsAsArray() as Figures;
}

const putTogether = (figures: readonly Figures[]): Registry => AggregatorRegistry.aggregate([...figures]);
