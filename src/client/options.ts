import type { SendOptions } from "./request.js";
import { MAX_TIMER_MS, type RetryLimits } from "./retry.js";

/** Limits for retrying a request. */
export interface RetryOptions {
  /** Maximum number of attempts, including the first; default 3. */
  readonly attempts?: number | undefined;
  /**
   * Maximum delay before the next attempt in milliseconds; default 10,000. If the server requires more with
   * `Retry-After`, as when the daily quota is used up, the call fails at once.
   */
  readonly maxDelayMs?: number | undefined;
}

/** The server and settings of a client. */
export interface ClientOptions {
  /** URL of the service, such as `https://icons.example.com`; may have a path. */
  readonly baseUrl: string | URL;
  /** Sent in the header `X-API-Key`, never as part of a URL; default: none. */
  readonly apiKey?: string | undefined;
  /** Sends the requests instead of the runtime's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Retries a request without a response, after a timeout, a 502, 503 or 504, or a 429 with a delay; false: never. */
  readonly retry?: RetryOptions | false | undefined;
  /** Additional headers of every request. In a browser, they cause a preflight request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Timeout for the complete response to each attempt in milliseconds; default 30,000; Infinity: no limit except that of
   * timers, 24 days.
   */
  readonly timeoutMs?: number | undefined;
}

/** Options with defaults applied. */
export interface Settings extends SendOptions {
  /** Ends in `/api/v1/`. */
  readonly root: string;
  readonly limits: RetryLimits;
}

const ONCE: RetryLimits = { attempts: 1, maxDelayMs: 0 };

/** @throws TypeError if the base URL is invalid, or a header contains invalid characters */
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
    // Looked up at each request, so that it can be replaced; called as a plain function, since browsers reject it as a
    // method.
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
    // The original error shows the key.
    throw new TypeError("apiKey contains characters that headers can't have");
  }
}
