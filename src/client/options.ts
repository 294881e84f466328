import type { SendOptions } from "./request.js";
import { MAX_TIMER_MS, type RetryLimits } from "./retry.js";

/** How often and how long a request may be tried. */
export interface RetryOptions {
  /** How often it is sent at most, the first time included; default 3. */
  readonly attempts?: number | undefined;
  /**
   * Milliseconds that are waited at most before the next attempt; default 10,000. Where the server wants more with `Retry-After`, as
   * when the day's allowance is used up, the call fails at once.
   */
  readonly maxDelayMs?: number | undefined;
}

/** Whom a client asks, and how. */
export interface ClientOptions {
  /** Where the service is, such as `https://icons.example.com`; may have a path. */
  readonly baseUrl: string | URL;
  /** Sent in the header `X-API-Key`, never as part of an address; default: none. */
  readonly apiKey?: string | undefined;
  /** Sends the requests instead of the runtime's own `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * When a request is sent again that got no answer, none in time, a 502, 503 or 504, or a 429 that says for how long; false: never.
   */
  readonly retry?: RetryOptions | false | undefined;
  /** Further headers of every request; a browser asks the server about them first. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds in which each attempt must be answered in full; default 30,000; Infinity: no limit but a timer's, 24 days. */
  readonly timeoutMs?: number | undefined;
}

/** Options with nothing left open. */
export interface Settings extends SendOptions {
  /** Ends in `/api/v1/`. */
  readonly root: string;
  readonly limits: RetryLimits;
}

const ONCE: RetryLimits = { attempts: 1, maxDelayMs: 0 };

/** @throws TypeError when the base URL is none, or a header contains what none may */
export function readOptions({ baseUrl, apiKey, retry = {}, timeoutMs = 30_000, ...rest }: ClientOptions): Settings {
  const headers = new Headers(rest.headers);
  if (apiKey !== undefined) setKey(headers, apiKey);
  const base = new URL(baseUrl);
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  return {
    root: new URL("api/v1/", base).href,
    headers,
    timeoutMs: Math.min(timeoutMs, MAX_TIMER_MS),
    limits: retry === false ? ONCE : limitsOf(retry),
    // Looked up at each request, so that replacing it works; called as a plain function, since browsers reject it as a method.
    fetch: rest.fetch ?? ((input, init) => fetch(input, init)),
  };
}

function limitsOf({ attempts = 3, maxDelayMs = 10_000 }: RetryOptions): RetryLimits {
  return { attempts, maxDelayMs };
}

function setKey(headers: Headers, key: string): void {
  try {
    headers.set("X-API-Key", key);
  } catch {
    // What was thrown shows the key.
    throw new TypeError("apiKey contains characters that headers can't have");
  }
}
