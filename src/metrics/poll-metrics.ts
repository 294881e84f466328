import { Counter, Gauge, type Registry } from "prom-client";
import type { PollStatus } from "../platform/poller.js";

/**
 * Adds what is polled (the key file, the live generation, the usage file, a store) to a registry.
 *
 * @param polls how each is doing, read whenever metrics are
 */
export function addPollMetrics(registry: Registry, polls: () => readonly PollStatus[]): void {
  const registers = [registry];
  // Counters, whose sums over workers stay when a worker ends.
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
