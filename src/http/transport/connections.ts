import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { Connection } from "./connection.js";
import type { RequestLimits } from "./limits.js";
import { memoryKeeper } from "./memory-keeper.js";
import type { PacedResponse } from "./paced-response.js";
import type { RequestScheduler } from "./request-scheduler.js";

/** Interval of the checks, normally and while many bytes are pending. */
const CHECK_MS = 500;
const BUSY_CHECK_MS = 100;
/** Why connections are closed, and what is logged then. */
export const CUT_REASONS = {
  unread: "the client did not read its responses",
  memory: "the client did not read its responses",
  empty_lines: "the client sent too many empty lines",
} as const;
/** `memory`: the unread responses of all clients took too much. */
export type CutReason = keyof typeof CUT_REASONS;

/** Size of the buffers of a connection, regardless of Node's default. */
export const BUFFER_BYTES = 16 * 1024;

type Limits = Pick<
  RequestLimits,
  "maxConnections" | "maxWaitingTotal" | "responseTimeout" | "keepAliveTimeout" | "headersTimeout" | "requestTimeout"
>;

export interface ConnectionHooks {
  /** Called before a connection is closed. */
  readonly onCut: (reason: CutReason, address: string | undefined) => void;
  /** Refuses a connection beyond the limit, from which nothing is read. */
  readonly onTooMany: (socket: Socket) => void;
  /** Whether a route reads the body of a request; all others are discarded. */
  readonly keepsBody: (request: IncomingMessage) => boolean;
}

/** The connections of a server. */
export interface Connections {
  /** Number of open connections. */
  count(): number;
  /** Stops reading from a connection, and calls back when all its pending responses have been sent. */
  end(socket: Socket, afterResponses: () => void): void;
  /** Bytes that have arrived of the first line of an unfinished head: method, URL and version. */
  lineBytes(socket: Socket): number;
}

/**
 * Bounds the memory that clients can occupy: connections, one request in progress for each, pending bytes in total, and how
 * long a client may take to send a request and to read its response. Call it before adding other listeners for
 * connections.
 *
 * Own code: Node has no timeout for unread responses, no limit on the bytes that wait in all connections, and closes
 * connections beyond `server.maxConnections` without a response.
 *
 * @param server creates `PacedResponse`s, and has no timeouts for requests
 */
export function boundConnections(
  server: Server,
  limits: Limits,
  scheduler: RequestScheduler,
  { onCut, onTooMany, keepsBody }: ConnectionHooks,
): Connections {
  const open = new Map<Socket, Connection>();
  const options = {
    ...limits,
    keepsBody,
    scheduler,
    cutEmpty: (connection: Connection) => cut(connection, "empty_lines"),
  };
  server.prependListener("request", (request: IncomingMessage, response) => {
    open.get(request.socket)?.add(request, response as PacedResponse);
  });
  server.on("connection", (socket: Socket) => {
    scheduler.connectionArrived();
    // Read now, since the system forgets the address of a client that disconnects while its request waits. A Unix
    // socket has none.
    const { remoteAddress, localAddress } = socket;
    if (remoteAddress === undefined && localAddress !== undefined) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, options);
    if (open.size >= limits.maxConnections) {
      connection.end(() => onTooMany(socket));
      return;
    }
    open.set(socket, connection);
    socket.once("close", () => open.delete(socket));
  });

  const cut = (connection: Connection, reason: CutReason): void => {
    onCut(reason, connection.socket.remoteAddress);
    // After a plain close, the system would keep the client's data for minutes.
    connection.socket.resetAndDestroy();
  };
  const giveBack = memoryKeeper();
  /** @returns pending bytes of all connections */
  const check = (): number => {
    const now = performance.now();
    const shared = new Set<ArrayBufferLike>();
    const waiting: { connection: Connection; bytes: number; stalled: number }[] = [];
    let total = 0;
    for (const connection of open.values()) {
      const stalled = connection.stalledMs(now);
      if (stalled > limits.responseTimeout) {
        cut(connection, "unread");
        continue;
      }
      if (connection.isLate(now)) server.emit("clientError", timeoutError(), connection.socket);
      const bytes = connection.heldBytes(shared);
      if (bytes === 0) continue;
      total += bytes;
      waiting.push({ connection, bytes, stalled });
    }
    giveBack(total, now);
    if (total <= limits.maxWaitingTotal) return total;
    waiting.sort((a, b) => b.stalled - a.stalled || b.bytes - a.bytes);
    for (const { connection, bytes } of waiting) {
      if (total <= limits.maxWaitingTotal) break;
      cut(connection, "memory");
      total -= bytes;
    }
    return total;
  };
  const checkAgain = (ms: number): void => {
    timer = setTimeout(() => checkAgain(check() > limits.maxWaitingTotal / 4 ? BUSY_CHECK_MS : CHECK_MS), ms).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  server.on("listening", () => checkAgain(CHECK_MS));
  server.on("close", () => clearTimeout(timer));

  return {
    count: () => open.size,
    end(socket, afterResponses) {
      const connection = open.get(socket);
      if (connection === undefined) afterResponses();
      else connection.end(afterResponses);
    },
    lineBytes: (socket) => open.get(socket)?.lineBytes ?? 0,
  };
}

/** The error that Node emits for requests that do not arrive in time. */
function timeoutError(): Error {
  return Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
}
