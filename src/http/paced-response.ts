import { type IncomingMessage, ServerResponse } from "node:http";

/** Size of the pieces in which a large body is written. */
const PIECE_BYTES = 64 * 1024;

/**
 * An answer that reports its memory until the kernel has accepted it, and that writes a large body in pieces, as the
 * client reads.
 *
 * Own code: after `response.end(body)` Node keeps the whole body until the client has read it, and does not report how
 * much is left.
 */
export class PacedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Bytes of a finished body that has not been written yet. */
  announcedBytes = 0;
  /** The unwritten rest of a body that is written in pieces. */
  rest: Uint8Array | undefined;
  /** Called once, as soon as the size of the answer is known. */
  onSized: (() => void) | undefined;

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
  }
}

/**
 * Announces the size of a body that waits to be compressed or written. @param response ignored if it has no connection
 */
export function announce(response: ServerResponse, bytes: number): void {
  if (response instanceof PacedResponse) response.announce(bytes);
}
