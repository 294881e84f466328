import type { FastifyReply, FastifyRequest } from "fastify";
import { mixBits } from "../../text/mix-bits.js";

/**
 * A weak ETag.
 *
 * Own code: @fastify/etag hashes the finished body. This tag is made from the request, so a 304 costs no search.
 *
 * @param parts everything that the response depends on except the remaining quota: generation, plan, origin, request;
 * only the last may contain a line break
 */
export function etagOf(...parts: readonly string[]): string {
  return `W/"${fingerprint(parts.join("\n"))}"`;
}

/**
 * The same for many requests with equal first parts, which are hashed once.
 *
 * @param parts all but the last, see `etagOf`
 */
export function etagsOf(...parts: readonly string[]): (last: string) => string {
  const state = absorb(START, `${parts.join("\n")}\n`);
  return (last) => `W/"${digest(absorb(state, last))}"`;
}

/**
 * Whether the caller already has the response with this ETag, so that it need not be made. Weak comparison, RFC 9110
 * section 13.1.2. `*` does not count, since the response may turn out to be an error: see `knowsAny`.
 */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const header = request.raw.headers["if-none-match"];
  if (header === undefined) return false;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag.slice(2));
}

/** Whether the caller already has a response, whatever its ETag, so that a successful one must be a 304. */
export function knowsAny(request: FastifyRequest): boolean {
  return request.raw.headers["if-none-match"]?.trim() === "*";
}

/**
 * Sets the ETag of a response that can't fail any more, and responds with 304 if the caller already has it.
 *
 * @returns whether it has responded
 */
export function sendIfKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header("etag", etag);
  if (!isKnown(request, etag) && !knowsAny(request)) return false;
  reply.code(304).send();
  return true;
}

/**
 * A 64-bit hash of a text, as two numbers, in a tenth of the time of a cryptographic hash. It does not resist forgery:
 * a client that finds two requests with the same ETag only affects itself. O(length).
 *
 * Source: FNV-1a, and the last step of MurmurHash3 (Appleby), in two lanes.
 */
export function fingerprint(text: string): string {
  return digest(absorb(START, text));
}

/** The two lanes of a hash. */
type Lanes = readonly [number, number];

const START: Lanes = [0x811c9dc5, 0x2f0b4a27];

function absorb([a, b]: Lanes, text: string): Lanes {
  let first = a;
  let second = b;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b);
    second ^= second >>> 15;
  }
  return [first, second];
}

function digest([a, b]: Lanes): string {
  return `${mixBits(a ^ b) >>> 0}-${mixBits(b) >>> 0}`;
}
