/** Limits on what a client may send and on how long it may take. Times are in milliseconds. */
export interface RequestLimits {
  /** Maximum size of the request target in bytes; more: 414. */
  readonly maxUrlBytes: number;
  /** Maximum total size of header names and values in bytes; more: 431. */
  readonly maxHeaderBytes: number;
  /** Maximum number of headers; more: 431. */
  readonly maxHeaders: number;
  /** Maximum number of query parameters; more: 400. */
  readonly maxParameters: number;
  /** Timeout for receiving a complete request; later: 408. */
  readonly requestTimeout: number;
  /**
   * Timeout for receiving the head of a request, from its first byte or from the start of an idle connection; later:
   * 408.
   */
  readonly headersTimeout: number;
  /** Timeout of an idle connection between requests. */
  readonly keepAliveTimeout: number;
  /** Maximum number of open connections in each process; more: 503. */
  readonly maxConnections: number;
  /**
   * Maximum number of unread response bytes in all connections of a process; beyond it, the connections of the slowest
   * readers are closed.
   */
  readonly maxWaitingTotal: number;
  /**
   * Timeout in which a client must read 16 KiB of its pending response, or all of it; slower: the connection is closed.
   */
  readonly responseTimeout: number;
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
  maxWaitingTotal: 64 * 1024 * 1024,
  responseTimeout: 30_000,
};

const HEAD_MARGIN = 4 / 3;

/**
 * Maximum size of URL and headers together that Node reads. Beyond it, the connection is refused before routing. It
 * exceeds the limits a little, so that those refuse, and the connection stays open, if a request is slightly too large.
 * Node keeps the memory of up to 1,000 unfinished heads for later connections.
 */
export function headBytesRead({ maxUrlBytes, maxHeaderBytes }: RequestLimits): number {
  return Math.ceil((maxUrlBytes + maxHeaderBytes) * HEAD_MARGIN);
}
