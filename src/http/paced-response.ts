import { type IncomingMessage, ServerResponse } from "node:http";

/** What is handed to a connection at once of a large body. */
const PIECE_BYTES = 64 * 1024;

/**
 * An answer that reports its memory until the kernel has accepted it, and that writes a large body in pieces, as the client reads.
 *
 * Own code: after `response.end(body)` Node holds the whole body until the client has read it, and does not report how much is left.
 */
export class PacedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Bytes of a body that exists and is not handed over yet. */
  announcedBytes = 0;
  /** What is left of a body that is handed over in pieces. */
  rest: Uint8Array | undefined;
  /** Called once, as soon as the size of the answer is known. */
  onSized: (() => void) | undefined;

  /** Says, before `end`, how large the body is that exists already. */
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

  #sendPieces(): void {
    if (this.destroyed) return;
    while (this.rest !== undefined && this.rest.length > PIECE_BYTES) {
      const piece = this.rest.subarray(0, PIECE_BYTES);
      this.rest = this.rest.subarray(PIECE_BYTES);
      if (!this.write(piece)) {
        // Not at once: the system may take megabytes, and others wait for their turn.
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
  }
}

/** Says how large a body is that waits to be compressed or written. @param response what no connection is behind is left alone */
export function announce(response: ServerResponse, bytes: number): void {
  if (response instanceof PacedResponse) response.announce(bytes);
}
