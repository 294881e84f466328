import { type IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { type HeaderBlock, headEnding, headerLines } from "./header-block.js";

/** Size of the pieces in which a large body is written. */
const PIECE_BYTES = 64 * 1024;

/** A whole response. */
export interface WholeResponse {
  readonly status: number;
  readonly common: HeaderBlock;
  /** Further headers, among them `content-length` if there is a body: names and values, alternating. */
  readonly headers: readonly string[];
  /** Text in Latin-1, one byte per character, or bytes. */
  readonly body: string | Buffer;
}

/** A property of Node's class without a public equivalent, unchanged from Node 20 to 26. */
interface Internals {
  /** The head, which Node sends along with the first text. */
  _header: string | null;
}

/**
 * A response that reports its memory until the kernel has accepted it, and that writes a large body in pieces, as the
 * client reads.
 *
 * Own code: after `response.end(body)` Node keeps the whole body until the client has read it, and does not report how
 * much is left.
 */
export class PacedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Bytes of a finished body that has not been written yet. */
  announcedBytes = 0;
  /** How long the connection stays open if it is idle; 0: not announced. */
  keepAliveMs = 0;
  /** The unwritten rest of a body that is written in pieces. */
  rest: Uint8Array | undefined;
  /** Called once, as soon as the size of the response is known. */
  onSized: (() => void) | undefined;
  /** Called before that if the response waits in a queue that limits its own length. */
  onQueued: (() => void) | undefined;

  /** Announces, before `end`, the size of a finished body. */
  announce(bytes: number): void {
    this.announcedBytes = bytes;
    this.#sized();
  }

  override end(...args: unknown[]): this {
    const body = args[0];
    this.announcedBytes = 0;
    if (body instanceof Uint8Array && body.length > PIECE_BYTES) {
      if (!this.headersSent && !this.hasHeader("content-length")) this.setHeader("content-length", body.length);
      this.rest = body;
      this.#sendPieces();
    } else super.end(...(args as [body: string]));
    this.#sized();
    return this;
  }

  /**
   * Sends a whole response. Text goes to the kernel along with its head as one string; Node's `writeHead` and `end` would
   * write two, in 2.7 µs more. These get bytes, connections that end with the response, and responses with other headers.
   */
  sendWhole(response: WholeResponse): void {
    const { status, common, headers, body } = response;
    const isText = typeof body === "string" && this.#staysOpen() && this.getHeaderNames().length === 0;
    const own = isText ? headerLines(headers) : undefined;
    if (own === undefined) {
      sendUsually(this, response);
      return;
    }
    this.statusCode = status;
    const internals = this as unknown as Internals;
    const ending = headEnding(this.keepAliveMs);
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${common.text}${own}${ending}`;
    const isBodyless = this.req.method === "HEAD" || status === 304;
    internals._header = isBodyless ? head : head + body;
    this.end();
    // Node keeps the head as long as the request, the body would stay with it.
    internals._header = head;
  }

  /** Whether a client certainly expects further responses on the connection. */
  #staysOpen(): boolean {
    return this.shouldKeepAlive && this.useChunkedEncodingByDefault && this.req.headers.expect === undefined;
  }

  #sendPieces(): void {
    if (this.destroyed) return;
    while (this.rest !== undefined && this.rest.length > PIECE_BYTES) {
      const piece = this.rest.subarray(0, PIECE_BYTES);
      this.rest = this.rest.subarray(PIECE_BYTES);
      if (!this.write(piece)) {
        // Deferred: the kernel may accept megabytes while other tasks wait.
        this.once("drain", () => setImmediate(() => this.#sendPieces()));
        return;
      }
    }
    const last = this.rest;
    this.rest = undefined;
    super.end(last);
  }

  #sized(): void {
    this.onSized?.();
    this.onSized = undefined;
    this.onQueued = undefined;
  }
}

/**
 * Announces the size of a body that waits to be compressed or written. @param response ignored if it has no connection
 */
export function announce(response: ServerResponse, bytes: number): void {
  if (response instanceof PacedResponse) response.announce(bytes);
}

/** Reports that a response waits in a queue that limits its own length. @param response ignored if it has no connection */
export function reportQueued(response: ServerResponse): void {
  if (response instanceof PacedResponse) response.onQueued?.();
}

/** Sends a whole response. */
export function sendWhole(response: ServerResponse, whole: WholeResponse): void {
  if (response instanceof PacedResponse) response.sendWhole(whole);
  else sendUsually(response, whole);
}

function sendUsually(response: ServerResponse, { status, common, headers, body }: WholeResponse): void {
  response.writeHead(status, [...common.list, ...headers]).end(body, "latin1");
}
