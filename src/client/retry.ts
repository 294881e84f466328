import { IconApiError } from "./icon-api-error.js";

/** The longest that a timer waits; a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** How often and how long a request is tried. */
export interface RetryLimits {
  /** How often it is sent at most, the first time included. */
  readonly attempts: number;
  /** Milliseconds between two attempts at most. */
  readonly maxDelayMs: number;
}

/**
 * Sends a request until it is answered, fails for good, or was sent often enough.
 *
 * @throws what the last attempt failed with, or the signal's reason when it is aborted while waiting
 */
export async function retrying<Answer>(
  send: () => Promise<Answer>,
  limits: RetryLimits,
  signal: AbortSignal | undefined,
): Promise<Answer> {
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

/** Statuses of what passes: the server has no dataset yet, or a proxy before it has no server. */
const PASSING: readonly (number | undefined)[] = [502, 503, 504];
const FIRST_DELAY_MS = 250;

/**
 * Milliseconds after which to retry; undefined: no retry. A `Retry-After` is waited for in full or not at all, so that a program does not sleep
 * until the next day. All requests only read, so a repeated one does no harm except to the quota.
 *
 * Source: exponential back-off with equal jitter (Brooker, "Exponential Backoff And Jitter", 2015).
 *
 * @param attempt how often it was sent
 * @param random 0 to 1; keeps clients that failed together from coming back together
 */
export function retryDelayMs(
  { code, status, retryAfterSeconds }: IconApiError,
  attempt: number,
  { attempts, maxDelayMs }: RetryLimits,
  random: number,
): number | undefined {
  if (attempt >= attempts) return undefined;
  const longest = Math.min(maxDelayMs, MAX_TIMER_MS);
  const unanswered = code === "network_error" || code === "timeout";
  if (!unanswered && status !== 429 && !PASSING.includes(status)) return undefined;
  if (retryAfterSeconds !== undefined) {
    const askedMs = retryAfterSeconds * 1000;
    return askedMs > longest ? undefined : Math.min(longest, askedMs + FIRST_DELAY_MS * random);
  }
  // Nobody says when the allowance comes back.
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
