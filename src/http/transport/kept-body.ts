import type { IncomingMessage } from "node:http";

/** Headers that announce a body. Fastify would read it. */
export const BODY_HEADERS = ["content-length", "content-type", "transfer-encoding"];
/** Maximum size of a body: a tool call with a hundred identities takes a tenth. */
export const MAX_BODY_BYTES = 64 * 1024;
const FIRST_BYTES = 1024;

/** The body of a request, kept while it arrives. */
export interface KeptBody {
  readonly type: string | undefined;
  /** Undefined if it is too large. */
  bytes: Buffer | undefined;
  isWhole: boolean;
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
 *
 * @param onWhole called when the body is complete
 */
export function keepBody(request: IncomingMessage, onWhole: () => void): void {
  const kept: KeptBody = { type: request.headers["content-type"], bytes: Buffer.alloc(0), isWhole: false };
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
  request.once("end", () => {
    kept.isWhole = true;
    onWhole();
  });
}

/** Whether no more of the body is awaited. */
export function isWhole({ keptBody }: IncomingMessage): boolean {
  return keptBody === undefined || keptBody.isWhole;
}

/** Memory of a body. */
export function heldBodyBytes({ keptBody }: IncomingMessage): number {
  return keptBody?.bytes?.buffer.byteLength ?? 0;
}
