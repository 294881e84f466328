import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ApiError, type ErrorCode } from "../contract/error-codes.js";
import { ALLOWED } from "../contract/methods.js";
import type { RequestLog } from "../log/request-log.js";
import type { Connections } from "../transport/connections.js";
import { metaOf } from "./envelope.js";
import { errorBody } from "./error-responses.js";
import { HEADERS } from "./headers.js";

/** Time for a client to read why its connection is closed. */
const LINGER_MS = 1000;

const RETRY_SECONDS = 2;

interface ClientError extends Error {
  readonly code?: string;
}

/**
 * Responds to a connection whose request could not be parsed or timed out, and closes it. There is no request object yet,
 * so the response is written by hand.
 *
 * @param createId creates the request id
 * @param maxUrlBytes if the URL is longer, it is reported as the cause of an oversized head
 * @param connections reports when earlier requests on this connection are served
 */
export function respondToSocketError(
  error: ClientError,
  socket: Duplex,
  createId: () => string,
  log: Pick<RequestLog, "unread">,
  maxUrlBytes: number,
  connections: Connections,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const isUrlLong = connections.lineBytes(socket as Socket) > maxUrlBytes;
  connections.end(socket as Socket, () => {
    if (socket.writable) writeRefusal(socket, refusalOf(error, isUrlLong, maxUrlBytes), createId(), log);
  });
}

/** Responds to requests for which Node has built-in responses: CONNECT, and expectations. */
export function respondToOddRequests(
  server: Server,
  createId: () => string,
  log: Pick<RequestLog, "unread">,
  connections: Connections,
): void {
  server.on("connect", (_request, socket) => {
    const refusal = new ApiError("method_not_allowed", `this service supports ${ALLOWED}`, {
      headers: { allow: ALLOWED },
    });
    connections.end(socket as Socket, () => writeRefusal(socket, refusal, createId(), log));
  });
  // A server may ignore expectations, and may respond to 100-continue with the final status, since it reads no content; RFC
  // 9110 section 10.1.1. With pipelined requests, Node would write its `100 Continue` between head and body of an
  // response.
  for (const event of ["checkExpectation", "checkContinue"])
    server.on(event, (request, response) => server.emit("request", request, response));
}

/** Writes an error response by hand and closes the connection. */
function writeRefusal(socket: Duplex, refusal: ApiError, id: string, log: Pick<RequestLog, "unread">): void {
  log.unread(id, refusal, (socket as Socket).remoteAddress);
  const body = JSON.stringify(errorBody(refusal, metaOf(undefined)));
  const headers = {
    ...refusal.headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": id,
    ...HEADERS.api,
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // The client may close the connection at any moment.
  socket.on("error", () => socket.destroy());
  socket.end([`HTTP/1.1 ${refusal.statusCode} ${refusal.code}`, ...lines, "", body].join("\r\n"));
  // Closing with unread bytes would reset the connection while the client reads the response.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

function refusalOf({ code }: ClientError, isUrlLong: boolean, maxUrlBytes: number): ApiError {
  const messages: Partial<Record<ErrorCode, string>> = {
    request_timeout: "the request did not arrive in time",
    uri_too_long: `the URL is longer than ${maxUrlBytes} bytes`,
    headers_too_large: "the headers are too large or too many",
    bad_request: "the request could not be parsed",
  };
  const refusal = codeOf(code, isUrlLong);
  return new ApiError(refusal, messages[refusal]!);
}

function codeOf(code: string | undefined, isUrlLong: boolean): ErrorCode {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "request_timeout";
  if (code !== "HPE_HEADER_OVERFLOW") return "bad_request";
  return isUrlLong ? "uri_too_long" : "headers_too_large";
}

/** Responds with 503 to a connection beyond the limit, and closes it. */
export function refuseConnection(socket: Socket, id: string, log: Pick<RequestLog, "unread">): void {
  const refusal = new ApiError("unavailable", "too many connections are open; try again in a moment", {
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
  writeRefusal(socket, refusal, id, log);
}
