import cluster, { type Worker } from "node:cluster";

const SERVING = "serving";
const PING = "icons heartbeat?";
const PONG = "icons heartbeat";

/** Reports to the supervisor, if there is one, that this process has a generation to serve. */
export function reportServing(): void {
  if (cluster.isWorker && process.connected) process.send?.(SERVING);
}

/** Makes this process answer its supervisor's heartbeats on the event loop, so whenever it could answer a request. */
export function answerHeartbeats(): void {
  process.on("message", (message) => {
    // Ignores errors, since the supervisor may be gone.
    if (message === PING) process.send?.(PONG, () => undefined);
  });
}

/** Sends a heartbeat to a worker. One that can't be reached does not answer. */
export function sendHeartbeat(worker: Worker): void {
  worker.send(PING, () => undefined);
}

/** The meaning of a worker's message: it has a generation, or it is alive; undefined for any other message. */
export function readReport(message: unknown): "reported" | "answered" | undefined {
  if (message === SERVING) return "reported";
  return message === PONG ? "answered" : undefined;
}
