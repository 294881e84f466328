import cluster from "node:cluster";

const SERVING = "serving";

/** Tells the supervisor, where there is one, that this process has a generation to answer from. */
export function reportServing(): void {
  if (cluster.isWorker && process.connected) process.send?.(SERVING);
}

/** Whether a worker's message is that report. */
export function isServingReport(message: unknown): boolean {
  return message === SERVING;
}
