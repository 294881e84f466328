import { IconApiError } from "./icon-api-error.js";
import type { Settings } from "./options.js";
import { type RateLimit, readRateLimit } from "./rate-limit.js";
import type { ErrorResponse, Meta } from "./responses.js";
import { retrying } from "./retry.js";

/** Sends the requests of one client and remembers its remaining quota. */
interface Requester {
  /**
   * The body of a response.
   *
   * @param target path and query below `/api/v1/`
   * @throws IconApiError, or the signal's reason if it is aborted
   */
  get<Result>(target: string, signal: AbortSignal | undefined): Promise<Result>;
  readonly rateLimit: RateLimit | undefined;
}

/** How requests are sent. */
export interface SendOptions {
  readonly fetch: typeof fetch;
  readonly headers: Headers;
  /** Timeout for the complete response, in milliseconds. */
  readonly timeoutMs: number;
}

/** The complete response to a request. */
interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The members that every response of the API has. */
type Body = ErrorResponse | { readonly success: true; readonly _meta: Meta };

export function createRequester(settings: Settings): Requester {
  let rateLimit: RateLimit | undefined;
  const attempt = async (url: string, signal: AbortSignal | undefined): Promise<unknown> => {
    const received = await receive(url, settings, signal);
    const now = Date.now();
    const body = parseBody(received);
    rateLimit = readRateLimit(received.headers, body?._meta, now) ?? rateLimit;
    if (body?.success) return body;
    throw failureOf(received, body, url, now);
  };
  return {
    get: <Result>(target: string, signal: AbortSignal | undefined) =>
      retrying(() => attempt(settings.root + target, signal), settings.limits, signal) as Promise<Result>,
    get rateLimit() {
      return rateLimit;
    },
  };
}

/**
 * Sends one request and reads the response.
 *
 * @throws IconApiError network_error or timeout; the signal's reason if it is aborted
 */
async function receive(
  url: string,
  { fetch, headers, timeoutMs }: SendOptions,
  signal: AbortSignal | undefined,
): Promise<Received> {
  signal?.throwIfAborted();
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  signal?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(stop, timeoutMs);
  try {
    // A redirect would send the key to its target. The redirect of a renamed icon is reported as an error.
    const response = await fetch(url, { headers, signal: abort.signal, redirect: "manual" });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    if (abort.signal.aborted)
      throw new IconApiError("timeout", `no response within ${timeoutMs} ms: ${url}`, { cause });
    throw new IconApiError("network_error", `no response: ${url}`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** The body of a response, if it came from the API. */
function parseBody({ text }: Received): Body | undefined {
  try {
    const body = JSON.parse(text);
    return body?.success === true || typeof body?.error?.code === "string" ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The error for a failed request. @param body undefined if the response did not come from the API @param now milliseconds
 * since 1970
 */
function failureOf({ status, headers }: Received, body: Body | undefined, url: string, now: number): IconApiError {
  const details = {
    status,
    requestId: headers.get("X-Request-Id") ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get("Retry-After"), now),
  };
  if (body?.success === false) {
    const { code, message, ...more } = body.error;
    return new IconApiError(code, message, { ...details, ...more });
  }
  const target = headers.get("Location");
  // A browser exposes neither the status nor the target of a redirect.
  const what = status === 0 || target !== null ? `a redirect${target === null ? "" : ` to ${target}`}` : String(status);
  return new IconApiError("unexpected_response", `${url} sent ${what}, which is not a response of this API`, details);
}

/** Seconds, given as a number or a date. Source: RFC 9110, section 10.2.3. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  // Without this check, engines parse almost any text as a date.
  const at = header.endsWith(" GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
