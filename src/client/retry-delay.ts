import type { IconApiError } from "./icon-api-error.js";
import { MAX_TIMER_MS } from "./wait.js";

/** How often and how long a request is tried. */
export interface RetryLimits {
  /** How often it is sent at most, the first time included. */
  readonly attempts: number;
  /** Milliseconds between two attempts at most. */
  readonly maxDelayMs: number;
}

/** Statuses of what passes: the server has no dataset yet, or a proxy before it has no server. */
const PASSING: readonly (number | undefined)[] = [502, 503, 504];
const FIRST_DELAY_MS = 250;

/**
 * Milliseconds after which to send a request again; undefined: not at all. What the server asks for with `Retry-After` is waited
 * in full or not at all, so that a program does not sleep until the day is over. Nothing else than reading is asked for, so sending twice
 * what was perhaps received does no harm but to the allowance.
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
