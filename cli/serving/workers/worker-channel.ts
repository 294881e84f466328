import type { ChildProcess } from "node:child_process";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setDefaultHighWaterMark } from "node:stream";
import { BUFFER_BYTES } from "../../../src/http/transport/connections.js";

/** Set in the environment of a worker. */
export const WORKER_VARIABLE = "ICONS_WORKER";
/** How long a worker waits for connections on their way to it. */
const LEAVE_MS = 1000;

/** Whether this process is a worker of a supervisor. */
export const isWorker = process.env[WORKER_VARIABLE] !== undefined && process.send !== undefined;

/**
 * A message to a worker: a connection, which comes with it; a heartbeat to return; that no connection comes any more.
 * Messages arrive in order.
 */
export type ToWorker = { readonly connection: number } | { readonly ping: number } | { readonly left: true };

/** A message from a worker. */
export type FromWorker =
  | { readonly state: "listens" | "serves" | "leaves" }
  /** It has this connection. */
  | { readonly accepted: number }
  /** It has read everything up to this heartbeat, which has the number of the last connection sent before. */
  | { readonly pong: number };

/** Sends a message to a worker. One that can't be reached does not respond. */
export function sendToWorker(worker: ChildProcess, message: ToWorker): void {
  worker.send(message, () => undefined);
}

/** Reports to the supervisor. Errors are ignored, since it may be gone. */
function report(message: FromWorker): void {
  if (process.connected) process.send?.(message, () => undefined);
}

/** Reports to the supervisor, if there is one, that this process has a generation to serve. */
export function reportServing(): void {
  if (isWorker) report({ state: "serves" });
}

/**
 * Serves the connections that the supervisor hands to this worker.
 *
 * @param server does not listen itself
 * @returns a function that ends this; its promise resolves when all connections on their way have arrived
 */
export function serveHandedConnections(server: Server): () => Promise<void> {
  let hasLeft: () => void = () => undefined;
  // Node creates the sockets; those of a server that listens have this size, too.
  setDefaultHighWaterMark(false, BUFFER_BYTES);
  process.on("message", (message: ToWorker, socket?: Socket) => {
    if ("ping" in message) report({ pong: message.ping });
    else if ("left" in message) hasLeft();
    else if ("connection" in message) {
      report({ accepted: message.connection });
      // The client has closed it if it is missing.
      if (socket !== undefined) server.emit("connection", socket);
    }
  });
  // Without a supervisor, nobody could end this process or replace it.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // Starts the checks of Node's time limits.
  server.emit("listening");
  report({ state: "listens" });
  return () =>
    new Promise((resolve) => {
      hasLeft = resolve;
      setTimeout(resolve, LEAVE_MS);
      report({ state: "leaves" });
    });
}
