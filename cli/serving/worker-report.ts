import cluster, { type Worker } from "node:cluster";

const SERVING = "serving";
const PING = "icons heartbeat?";
const PONG = "icons heartbeat";

/** Tells the supervisor, where there is one, that this process has a generation to answer from. */
export function reportServing(): void {
  if (cluster.isWorker && process.connected) process.send?.(SERVING);
}

/** Has this process answer its supervisor's heartbeats: each time that its event loop turns, and so whenever it could answer a request. */
export function answerHeartbeats(): void {
  process.on("message", (message) => {
    // A supervisor that is gone needs no answer.
    if (message === PING) process.send?.(PONG, () => undefined);
  });
}

/** Asks a worker whether it is alive. One that can't be asked does not answer. */
export function sendHeartbeat(worker: Worker): void {
  worker.send(PING, () => undefined);
}

/** What a worker's message reports: that it has a generation, or that it is alive; undefined when it is about something else. */
export function readReport(message: unknown): "reported" | "answered" | undefined {
  if (message === SERVING) return "reported";
  return message === PONG ? "answered" : undefined;
}
