import type { IncomingMessage } from "node:http";
import { ApiError } from "./api-error.js";
import { createHostCheck } from "./public-origin.js";
import { pathOf } from "./query-string.js";

/** What a client may send and how long it may take. Times are in milliseconds. */
export interface RequestLimits {
  /** Bytes of the request target; more: 414. */
  readonly maxUrlBytes: number;
  /** Bytes of names and values of all headers; more: 431. */
  readonly maxHeaderBytes: number;
  /** Headers; more: 431. */
  readonly maxHeaders: number;
  /** Query parameters; more: 400. */
  readonly maxParameters: number;
  /** In which a request must have arrived in full; later: 408. */
  readonly requestTimeout: number;
  /** In which its head must have arrived, from its first byte or from the start of a connection that sends nothing; later: 408. */
  readonly headersTimeout: number;
  /** For which a connection stays open between requests. */
  readonly keepAliveTimeout: number;
  /** Connections that are open at once, in each process; more: 503. */
  readonly maxConnections: number;
  /** Requests of one connection that are answered at once; those that it sends ahead wait unread. */
  readonly maxPipelined: number;
  /** Bytes of answers that wait for one client; beyond it the client's next request waits. */
  readonly maxWaitingBytes: number;
  /** Bytes that wait in all connections of a process; beyond it, those whose clients read slowest are closed. */
  readonly maxWaitingTotal: number;
  /** In which a client must take 16 KiB of the answers that wait for it, or all of them; slower: it is closed. */
  readonly answerTimeout: number;
}

export const DEFAULT_LIMITS: RequestLimits = {
  maxUrlBytes: 8 * 1024,
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  maxParameters: 32,
  requestTimeout: 10_000,
  headersTimeout: 5000,
  keepAliveTimeout: 72_000,
  maxConnections: 10_000,
  maxPipelined: 16,
  maxWaitingBytes: 64 * 1024,
  maxWaitingTotal: 64 * 1024 * 1024,
  answerTimeout: 30_000,
};

/**
 * Bytes that Node reads at all of URL and headers together; beyond it the connection is refused before routing, by what the last
 * packet shows. So much more than the limits that nearly every oversized request is refused by them.
 */
export function headBytesRead({ maxUrlBytes, maxHeaderBytes }: RequestLimits): number {
  return 4 * (maxUrlBytes + maxHeaderBytes);
}

/**
 * Rejects a request whose head is too large or invalid.
 *
 * Own code: Node drops headers beyond `maxHeadersCount` silently, and does not distinguish a long URL (414) from large headers (431).
 *
 * @param target the request target as it came
 * @throws ApiError bad_request, uri_too_long, headers_too_large
 */
export type HeadCheck = (request: IncomingMessage, target: string) => void;

export function createHeadCheck({ maxUrlBytes, maxHeaderBytes, maxHeaders }: RequestLimits): HeadCheck {
  const checkHost = createHostCheck();
  return (request, target) => {
    const { rawHeaders } = request;
    checkHost(request, target);
    // The router would take it for the start of a query.
    if (target.includes("#") && pathOf(target).includes("#"))
      throw new ApiError("bad_request", "the path contains a #; escape it as %23");
    if (target.length > maxUrlBytes) throw new ApiError("uri_too_long", `the URL is longer than ${maxUrlBytes} bytes`);
    if (rawHeaders.length > maxHeaders * 2) throw new ApiError("headers_too_large", `more than ${maxHeaders} headers`);
    let bytes = 0;
    for (const part of rawHeaders) bytes += part.length + 2;
    if (bytes > maxHeaderBytes) throw new ApiError("headers_too_large", `headers of more than ${maxHeaderBytes} bytes`);
  };
}
