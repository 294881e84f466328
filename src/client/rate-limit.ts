import type { Meta } from "./answers.js";

/** What is left of the caller's plan. */
export interface RateLimit {
  /** Requests a UTC day; Infinity: unlimited. */
  readonly limit: number;
  /** Requests left today; Infinity: unlimited. */
  readonly remaining: number;
  /** When the allowance comes back, by the clock of this machine; undefined where nothing says so. */
  readonly resetsAt: Date | undefined;
}

/**
 * What an answer says of the allowance; undefined where it says nothing. Its headers count first: a browser that has an answer
 * already gives its body once more, with the numbers of then.
 *
 * @param now milliseconds since 1970
 */
export function readRateLimit(headers: Headers, meta: Meta | undefined, now: number): RateLimit | undefined {
  const limit = dayParameter(headers.get("RateLimit-Policy"), "q") ?? meta?.rate_limit;
  const remaining = dayParameter(headers.get("RateLimit"), "r") ?? meta?.rate_remaining;
  if (limit === undefined || remaining === undefined) return undefined;
  if (limit < 0) return { limit: Number.POSITIVE_INFINITY, remaining: Number.POSITIVE_INFINITY, resetsAt: undefined };
  const seconds = dayParameter(headers.get("RateLimit"), "t");
  // Whole seconds, of which the server has rounded the last one up.
  const second = Math.floor(now / 1000);
  return { limit, remaining, resetsAt: seconds === undefined ? undefined : new Date((second + seconds) * 1000) };
}

/** A number of the policy "day". Source: draft-ietf-httpapi-ratelimit-headers, structured fields. */
function dayParameter(header: string | null, name: string): number | undefined {
  const found = new RegExp(`"day"[^,]*;\\s*${name}=(\\d+)`).exec(header ?? "");
  return found === null ? undefined : Number(found[1]);
}
