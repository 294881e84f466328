import type { Meta } from "./responses.js";

/** The remaining quota of the caller. */
export interface RateLimit {
  /** Requests per UTC day; Infinity: unlimited. */
  readonly limit: number;
  /** Requests left today; Infinity: unlimited. */
  readonly remaining: number;
  /** When the quota resets, by the local clock; undefined if unknown. */
  readonly resetsAt: Date | undefined;
}

/**
 * Reads the remaining quota from a response. Undefined if the response has no quota. Headers take precedence over the body:
 * after a 304, a browser returns the cached body with its old numbers.
 *
 * @param now milliseconds since 1970
 */
export function readRateLimit(headers: Headers, meta: Meta | undefined, now: number): RateLimit | undefined {
  const limit = dayParameter(headers.get("RateLimit-Policy"), "q") ?? meta?.rate_limit;
  const remaining = dayParameter(headers.get("RateLimit"), "r") ?? meta?.rate_remaining;
  if (limit === undefined || remaining === undefined) return undefined;
  if (limit < 0) return { limit: Number.POSITIVE_INFINITY, remaining: Number.POSITIVE_INFINITY, resetsAt: undefined };
  const seconds = dayParameter(headers.get("RateLimit"), "t");
  // The server rounds up to whole seconds.
  const second = Math.floor(now / 1000);
  return { limit, remaining, resetsAt: seconds === undefined ? undefined : new Date((second + seconds) * 1000) };
}

/** A parameter of the policy "day". Source: draft-ietf-httpapi-ratelimit-headers, structured fields. */
function dayParameter(header: string | null, name: string): number | undefined {
  const found = new RegExp(`"day"[^,]*;\\s*${name}=(\\d+)`).exec(header ?? "");
  return found === null ? undefined : Number(found[1]);
}
