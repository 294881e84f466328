import { IconApiError } from "./icon-api-error.js";

/** The longest delay of a timer; a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Limits for retrying a request. */
export interface RetryLimits {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** Maximum delay between two attempts in milliseconds. */
  readonly maxDelayMs: number;
}

/**
 * Sends a request until it succeeds, fails permanently, or has used up its attempts.
 *
 * @throws the error of the last attempt, or the signal's reason if it is aborted while waiting
 */
export async function retrying<Result>(
  send: () => Promise<Result>,
  limits: RetryLimits,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const delayMs = error instanceof IconApiError ? retryDelayMs(error, attempt, limits, Math.random()) : undefined;
      if (delayMs === undefined) throw error;
      await wait(delayMs, signal);
    }
  }
}

/** Statuses of temporary failures: the server has no dataset yet, or a proxy has no server. */
const PASSING: readonly (number | undefined)[] = [502, 503, 504];
const FIRST_DELAY_MS = 250;

/**
 * Milliseconds to wait before a retry; undefined: no retry. A `Retry-After` is either waited for in full or ends the
 * retries, so that a program does not sleep until the next day. All requests are read-only, so repeating one only
 * affects the quota.
 *
 * Source: exponential back-off with equal jitter (Brooker, "Exponential Backoff And Jitter", 2015).
 *
 * @param attempt number of attempts so far
 * @param random 0 to 1; spreads the retries of clients that failed at the same time
 */
export function retryDelayMs(
  { code, status, retryAfterSeconds }: IconApiError,
  attempt: number,
  { attempts, maxDelayMs }: RetryLimits,
  random: number,
): number | undefined {
  if (attempt >= attempts) return undefined;
  const longest = Math.min(maxDelayMs, MAX_TIMER_MS);
  const withoutResponse = code === "network_error" || code === "timeout";
  if (!withoutResponse && status !== 429 && !PASSING.includes(status)) return undefined;
  if (retryAfterSeconds !== undefined) {
    const requestedMs = retryAfterSeconds * 1000;
    return requestedMs > longest ? undefined : Math.min(longest, requestedMs + FIRST_DELAY_MS * random);
  }
  // Without `Retry-After`, the reset time is unknown.
  if (status === 429) return undefined;
  return (Math.min(longest, FIRST_DELAY_MS * 2 ** (attempt - 1)) * (1 + random)) / 2;
}

/** Waits. @throws the signal's reason as soon as it is aborted */
function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
  });
}
