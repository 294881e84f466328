import type { SendOptions } from "./receive.js";
import type { RetryLimits } from "./retry-delay.js";

/** Whom a client asks, and how. */
export interface ClientOptions {
  /** Where the service is, such as `https://icons.example.com`; may have a path. */
  readonly baseUrl: string | URL;
  /** Sent in the header `X-API-Key`, never as part of an address; default: none. */
  readonly apiKey?: string | undefined;
  /** Sends the requests instead of the runtime's own `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * When a request is sent again that got no answer, none in time, or one of 502, 503, 504 or 429. `attempts` is how often it is
   * sent at most, the first time included; default 3. `maxDelayMs` is how many milliseconds are waited at most before the next; default
   * 10,000. Where the server wants more with `Retry-After`, the call fails at once. false: never.
   */
  readonly retry?: Partial<RetryLimits> | false | undefined;
  /** Further headers of every request; a browser asks the server about them first. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds in which each attempt must be answered in full; default 30,000. */
  readonly timeoutMs?: number | undefined;
}

/** Options with nothing left open. */
export interface Settings extends SendOptions {
  /** Ends in `/api/v1/`. */
  readonly root: string;
  readonly limits: RetryLimits;
}

const DEFAULT_LIMITS: RetryLimits = { attempts: 3, maxDelayMs: 10_000 };
const ONCE: RetryLimits = { attempts: 1, maxDelayMs: 0 };

/** @throws TypeError when the base URL is none, or a header contains what none may */
export function readOptions({ baseUrl, apiKey, retry = {}, timeoutMs = 30_000, ...rest }: ClientOptions): Settings {
  const headers = new Headers(rest.headers);
  if (apiKey !== undefined) headers.set("X-API-Key", apiKey);
  const base = new URL(baseUrl);
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  return {
    root: new URL("api/v1/", base).href,
    headers,
    timeoutMs,
    limits: retry === false ? ONCE : { ...DEFAULT_LIMITS, ...retry },
    // Looked up at each request, as whoever replaces it expects; and called as no method, which browsers refuse.
    fetch: rest.fetch ?? ((input, init) => fetch(input, init)),
  };
}
