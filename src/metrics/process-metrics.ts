import { collectDefaultMetrics, type Registry } from "prom-client";

/**
 * What prom-client measures of a process and is not served: its delay of the event loop has the sampling interval in it and can't be
 * put together over workers; the totals of what is active are no counters, though their names say so.
 */
const LEFT_OUT = [
  /^nodejs_eventloop_lag_/,
  /^nodejs_active_/,
  // Virtual memory says nothing of a process that maps files.
  /^process_virtual_memory_bytes$/,
];

/** Adds memory, processor time, descriptors, heap and garbage collection of this process. */
export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray())
    if (LEFT_OUT.some((pattern) => pattern.test(name))) registry.removeSingleMetric(name);
}
