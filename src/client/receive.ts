import { IconApiError } from "./icon-api-error.js";
import type { Received } from "./read-answer.js";

/** How requests are sent. */
export interface SendOptions {
  readonly fetch: typeof fetch;
  readonly headers: Headers;
  /** Milliseconds in which an answer must be there in full. */
  readonly timeoutMs: number;
}

/**
 * Sends one request and reads what comes back.
 *
 * @throws IconApiError network_error or timeout; the signal's reason when it is aborted
 */
export async function receive(
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
    // The API never redirects, and a redirect would take the key along to wherever it leads.
    const response = await fetch(url, { headers, signal: abort.signal, redirect: "manual" });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    if (abort.signal.aborted) throw new IconApiError("timeout", `no answer within ${timeoutMs} ms: ${url}`, { cause });
    throw new IconApiError("network_error", `no answer: ${url}`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
