import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Gives an answer its weak ETag, and answers 304 when the caller has it already.
 *
 * @param parts everything that the answer depends on but the allowance left: generation, plan, origin, request
 * @returns whether a 304 was sent, in which case the handler is done
 */
export function sendIfNotModified(request: FastifyRequest, reply: FastifyReply, parts: readonly unknown[]): boolean {
  const tag = createHash("sha1").update(JSON.stringify(parts)).digest("base64url");
  const etag = `W/"${tag}"`;
  reply.header("etag", etag);
  if (!matches(request.headers["if-none-match"], tag)) return false;
  reply.code(304).send();
  return true;
}

/** Weak comparison, RFC 9110 section 13.1.2. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === `"${tag}"`);
}
