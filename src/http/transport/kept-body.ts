import type { IncomingMessage } from "node:http";

/** Headers that announce a body. Fastify would read it. */
const BODY_HEADERS = ["content-length", "content-type", "transfer-encoding"];
/** Maximum size of a body: a tool call with a hundred identities takes a tenth. */
export const MAX_BODY_BYTES = 64 * 1024;
const FIRST_BYTES = 1024;

/** The body of a request, kept while it arrives. */
export interface KeptBody {
  readonly type: string | undefined;
  /** Undefined if it is too large. */
  bytes: Buffer | undefined;
  isWhole: boolean;
  /** Resolved when all of it has arrived. */
  readonly arrived: Promise<void>;
}

declare module "node:http" {
  interface IncomingMessage {
    /** Set if a route reads the body. */
    keptBody?: KeptBody;
  }
}

/**
 * Collects a body in one buffer, since Node creates an object for each chunk, and hides it from Fastify. Of a larger
 * body, nothing is kept. Memory: at most twice the maximum.
 */
export function keepBody(request: IncomingMessage): void {
  const kept: KeptBody = {
    type: request.headers["content-type"],
    bytes: Buffer.alloc(0),
    isWhole: false,
    arrived: new Promise((resolve) => {
      request.once("end", () => {
        kept.isWhole = true;
        resolve();
      });
    }),
  };
  request.keptBody = kept;
  for (const name of BODY_HEADERS) delete request.headers[name];
  let room = Buffer.allocUnsafe(FIRST_BYTES);
  request.on("data", (chunk: Buffer) => {
    if (kept.bytes === undefined) return;
    const { length } = kept.bytes;
    const end = length + chunk.length;
    if (end > MAX_BODY_BYTES) {
      kept.bytes = undefined;
      room = Buffer.alloc(0);
      return;
    }
    if (end > room.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, 2 * room.length));
      kept.bytes.copy(larger);
      room = larger;
    }
    chunk.copy(room, length);
    kept.bytes = room.subarray(0, end);
  });
}

/**
 * Discards a body as it arrives, and hides it from Fastify, which would buffer it. Node creates a buffer per chunk, so a
 * body of tiny chunks takes a hundred times its size while it waits to be read.
 */
export function discardBody(request: IncomingMessage): void {
  for (const name of BODY_HEADERS) delete request.headers[name];
  request.resume();
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Memory of a body. */
export function heldBodyBytes({ keptBody }: IncomingMessage): number {
  return keptBody?.bytes?.buffer.byteLength ?? 0;
}
