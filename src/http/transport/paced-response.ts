import { type IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { type HeaderBlock, headEnding, headerLines } from "./header-block.js";
import { sendHeadAndText } from "./node-internals.js";

/** Up to this size, a body is written at once. */
const WHOLE_BYTES = 64 * 1024;
/** Size of the pieces in which larger ones are written: the progress that a slow client must make. */
export const PIECE_BYTES = 16 * 1024;

/** A whole response. */
export interface WholeResponse {
  readonly status: number;
  readonly common: HeaderBlock;
  /** Further headers, among them `content-length` if there is a body: names and values, alternating. */
  readonly headers: readonly string[];
  /** Text in Latin-1, one byte per character, or bytes. */
  readonly body: string | Buffer;
}

/**
 * A response that writes a large body in pieces, as the client reads.
 *
 * Own code: after `response.end(body)` Node keeps the whole body until the client has read it, and does not report how
 * much is left.
 */
export class PacedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** How long the connection stays open if it is idle; 0: not announced. */
  keepAliveMs = 0;
  /** The unwritten rest of a body that is written in pieces. */
  rest: Uint8Array | undefined;

  override end(...args: unknown[]): this {
    const body = args[0];
    if (!(body instanceof Uint8Array) || body.length <= WHOLE_BYTES) return super.end(...(args as [body: string]));
    if (!this.headersSent && !this.hasHeader("content-length")) this.setHeader("content-length", body.length);
    this.rest = body;
    this.#sendPieces(body);
    return this;
  }

  /** Sends a whole response: text along with its head, unless the client needs other headers. */
  sendWhole(response: WholeResponse): void {
    const { status, common, headers, body } = response;
    const isText = typeof body === "string" && body.length <= WHOLE_BYTES;
    const own = isText && this.#hasUsualHeaders() ? headerLines(headers) : undefined;
    if (own === undefined) {
      sendUsually(this, response);
      return;
    }
    this.statusCode = status;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${common.text}${own}${headEnding(this.keepAliveMs)}`;
    const isBodyless = this.req.method === "HEAD" || status === 304;
    sendHeadAndText(this, head, isBodyless ? "" : (body as string));
  }

  /** Whether a client certainly expects further responses on the connection, and no header has been set before. */
  #hasUsualHeaders(): boolean {
    const { shouldKeepAlive, useChunkedEncodingByDefault, req } = this;
    const staysOpen = shouldKeepAlive && useChunkedEncodingByDefault && req.headers.expect === undefined;
    return staysOpen && this.getHeaderNames().length === 0;
  }

  #sendPieces(body: Uint8Array): void {
    if (this.destroyed) return;
    if (body.length <= PIECE_BYTES) {
      this.rest = undefined;
      super.end(body);
      return;
    }
    const rest = body.subarray(PIECE_BYTES);
    this.rest = rest;
    // Deferred: the kernel may accept megabytes while other tasks wait.
    const goOn = (): unknown => setImmediate(() => this.#sendPieces(rest));
    if (this.write(body.subarray(0, PIECE_BYTES))) goOn();
    else this.socket?.once("drain", goOn);
  }
}

/** Sends a whole response. */
export function sendWhole(response: ServerResponse, whole: WholeResponse): void {
  if (response instanceof PacedResponse) response.sendWhole(whole);
  else sendUsually(response, whole);
}

function sendUsually(response: ServerResponse, { status, common, headers, body }: WholeResponse): void {
  const isLarge = typeof body === "string" && body.length > WHOLE_BYTES;
  response.writeHead(status, [...common.list, ...headers]);
  response.end(isLarge ? Buffer.from(body, "latin1") : body, "latin1");
}
