import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Catalog } from "../catalog/catalog.js";
import type { Observer } from "../http/log/observer.js";
import type { PollStatus } from "../platform/poller.js";
import { countResponses } from "./response-counters.js";

/**
 * Metrics of prom-client that are omitted: its event loop delay includes the sampling interval and can't be aggregated
 * over workers; the totals of active handles and requests are not counters, despite their names.
 */
const LEFT_OUT = [
  /^nodejs_eventloop_lag_/,
  /^nodejs_active_/,
  // Virtual memory is meaningless for a process that maps files.
  /^process_virtual_memory_bytes$/,
];

const EVERY_MS = 50;

/** The Prometheus metrics of a serving process. */
export interface ServiceMetrics {
  readonly registry: Registry;
  /** For `createServer`. */
  readonly observer: Observer;
  generationLive(catalog: Pick<Catalog, "generation" | "size" | "builtAt" | "manifest">): void;
  generationRefused(): void;
  keyFileRefused(): void;
  usageFileRepaired(): void;
  /** Redis, the counter shared by several machines, is unavailable. */
  quotaAway(): void;
  /** A request of a limited plan was not counted by Redis. */
  quotaMissed(): void;
  /** Stops the timer that measures the event loop. */
  close(): void;
}

/**
 * Metrics of one process, in a separate registry. Each defines its aggregation over workers: the sum, unless all
 * workers observe the same thing.
 *
 * @param version of the server
 * @param polls status of the pollers, read whenever metrics are
 * @param droppedLines number of dropped log lines, read whenever metrics are
 */
export function createServiceMetrics(
  version: string,
  polls: () => readonly PollStatus[] = () => [],
  droppedLines: () => number = () => 0,
): ServiceMetrics {
  const registry = new Registry();
  const registers = [registry];
  const server = new Gauge({
    name: "icons_server_info",
    help: "1, labeled with the version of the server.",
    labelNames: ["version"],
    aggregator: "max",
    registers,
  });
  server.set({ version }, 1);
  const generations = createGenerationGauges(registers);
  const reloads = new Counter({
    name: "icons_reloads_total",
    help: "Generations that a process switched to, including the first one, or rejected.",
    labelNames: ["result"],
    registers,
  });
  for (const result of ["live", "refused"]) reloads.inc({ result }, 0);
  const keyFileRefusals = new Counter({
    name: "icons_key_file_refusals_total",
    help: "Changed key files that a process could not use; the previous keys stay valid.",
    registers,
  });
  const usageRepairs = new Counter({
    name: "icons_usage_file_repairs_total",
    help: "Usage files that a process found truncated, deleted or overwritten, and repaired.",
    registers,
  });
  const quotaOutages = new Counter({
    name: "icons_quota_outages_total",
    help: "How often a process found the quota's Redis unavailable.",
    registers,
  });
  const quotaMisses = new Counter({
    name: "icons_quota_missed_total",
    help: "Requests of limited plans that Redis did not count because it was unavailable.",
    registers,
  });
  const loopDelay = new Histogram({
    name: "icons_event_loop_delay_seconds",
    help: "Seconds by which a timer of 50 ms fired late because the event loop was busy.",
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const stopObserving = observeEventLoop((seconds) => loopDelay.observe(seconds));
  addPollMetrics(registry, polls);
  addLogMetrics(registry, droppedLines);
  addProcessMetrics(registry);
  return {
    registry,
    observer: countResponses(registry),
    generationLive(catalog) {
      reloads.inc({ result: "live" });
      generations.show(catalog);
    },
    generationRefused: () => reloads.inc({ result: "refused" }),
    keyFileRefused: () => keyFileRefusals.inc(),
    usageFileRepaired: () => usageRepairs.inc(),
    quotaAway: () => quotaOutages.inc(),
    quotaMissed: () => quotaMisses.inc(),
    close: stopObserving,
  };
}

/** Gauges of the live generation, labeled with its name because workers may serve different ones for a moment. */
function createGenerationGauges(registers: Registry[]): { readonly show: ServiceMetrics["generationLive"] } {
  const info = new Gauge({
    name: "icons_generation_info",
    help: "1 for each generation being served; briefly two while workers switch.",
    labelNames: ["generation"],
    aggregator: "max",
    registers,
  });
  const built = new Gauge({
    name: "icons_generation_build_timestamp_seconds",
    help: "Unix time at which the live generation was built; the oldest of all workers.",
    aggregator: "min",
    registers,
  });
  const icons = new Gauge({
    name: "icons_generation_icons",
    help: "Icons in the live generation.",
    aggregator: "max",
    registers,
  });
  const mapped = new Gauge({
    name: "icons_generation_mapped_bytes",
    help: "Bytes of the live generation's files, mapped once for all workers.",
    aggregator: "max",
    registers,
  });
  return {
    show({ generation, size, builtAt, manifest }) {
      info.reset();
      info.set({ generation }, 1);
      built.set(builtAt.getTime() / 1000);
      icons.set(size);
      mapped.set(manifest.files.reduce((sum, file) => sum + file.size, 0));
    },
  };
}

/**
 * Adds metrics of the pollers (the key file, the live generation, the usage file, a store) to a registry.
 *
 * @param polls their status, read whenever metrics are
 */
export function addPollMetrics(registry: Registry, polls: () => readonly PollStatus[]): void {
  const registers = [registry];
  // Counters, whose sums over workers persist when a worker ends.
  new Counter({
    name: "icons_poll_failures_total",
    help: "Failed polls, by source; each is retried.",
    labelNames: ["what"],
    registers,
    collect() {
      this.reset();
      for (const { name, totalFailures } of polls()) this.inc({ what: name }, totalFailures);
    },
  });
  new Gauge({
    name: "icons_poll_failing",
    help: "1 while the latest poll of a source failed in any process; the previous data stays in use.",
    labelNames: ["what"],
    aggregator: "max",
    registers,
    collect() {
      this.reset();
      for (const { name, fault } of polls()) this.set({ what: name }, fault === undefined ? 0 : 1);
    },
  });
}

/**
 * Adds the number of log lines that a process dropped to a registry.
 *
 * @param droppedLines the number, read whenever metrics are
 */
export function addLogMetrics(registry: Registry, droppedLines: () => number): void {
  new Counter({
    name: "icons_log_lines_dropped_total",
    help: "Lines for standard output or error that were lost because the disk was full, or the pipe closed or not read.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
}

/** Adds memory, CPU time, file descriptors, heap and garbage collection of this process. */
function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray())
    if (LEFT_OUT.some((pattern) => pattern.test(name))) registry.removeSingleMetric(name);
}

/**
 * Measures how late a timer fires, twenty times a second. `monitorEventLoopDelay` includes its sampling interval, and
 * its percentiles reset with each reader; these delays can be counted in a histogram, which adds up over processes.
 *
 * @param onDelay receives each delay in seconds
 * @returns a function that stops it
 */
function observeEventLoop(onDelay: (seconds: number) => void): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    onDelay(Math.max(0, now - last - EVERY_MS) / 1000);
    last = now;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
