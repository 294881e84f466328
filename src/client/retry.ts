import { IconApiError } from "./icon-api-error.js";
import { type RetryLimits, retryDelayMs } from "./retry-delay.js";
import { wait } from "./wait.js";

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
