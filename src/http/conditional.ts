import type { FastifyReply, FastifyRequest } from "fastify";
import { fingerprint } from "./fingerprint.js";

/**
 * A weak ETag.
 *
 * @param parts everything that the answer depends on but the allowance left: generation, plan, origin, request; only the last
 * may contain a line break
 */
export function etagOf(...parts: readonly string[]): string {
  return `W/"${fingerprint(parts.join("\n"))}"`;
}

/** Whether the caller has the answer with this ETag already. Weak comparison, RFC 9110 section 13.1.2. */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const header = request.raw.headers["if-none-match"];
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag.slice(2));
}

/** Gives an answer its ETag, and answers 304 when the caller has it already. @returns whether the handler is done */
export function sendIfKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header("etag", etag);
  if (!isKnown(request, etag)) return false;
  reply.code(304).send();
  return true;
}
