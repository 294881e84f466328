import { setTimeout as sleep } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import { DownloadError, type DownloadRules } from "./rules.js";

/** A host of images, with limits on requests. */
export interface RemoteHost {
  /**
   * Runs `attempt` until it succeeds or retrying is useless, with the delays that the host requests. If the host is
   * unreachable or too slow, all other requests to it fail without an attempt.
   *
   * @throws DownloadError of the last attempt; any other error of `attempt`
   */
  ask(attempt: () => Promise<void>): Promise<void>;
}

/**
 * @param overall limits concurrent attempts to all hosts together
 * @param ended aborts the waiting if the build ends
 */
export function createRemoteHost(overall: LimitFunction, rules: DownloadRules, ended: AbortSignal): RemoteHost {
  const limit = pLimit(rules.perHost);
  let away: DownloadError | undefined;
  let askableAt = 0;
  let slowInARow = 0;

  const tryOnce = async (attempt: () => Promise<void>): Promise<DownloadError | undefined> => {
    await sleep(Math.max(0, askableAt - Date.now()), undefined, { signal: ended });
    try {
      await overall(attempt);
      return undefined;
    } catch (error) {
      if (error instanceof DownloadError) return error;
      throw error;
    }
  };

  const askInTurn = async (attempt: () => Promise<void>): Promise<void> => {
    for (let attempts = 1; ; attempts++) {
      if (away !== undefined) throw away;
      const error = await tryOnce(attempt);
      slowInARow = error?.failure.slow ? slowInARow + 1 : 0;
      if (error === undefined) return;
      if (slowInARow >= rules.maxSlowImages)
        away = new DownloadError(
          `${slowInARow} images of this host in a row took too long; try again later, or store the files in the dataset`,
        );
      const { passing = false, retryAfterSeconds, away: unreached = false } = error.failure;
      const wait = retryAfterSeconds ?? rules.retrySeconds * 2 ** (attempts - 1);
      const impatient = wait > rules.maxRetryAfterSeconds;
      if (!passing || attempts >= rules.attempts || impatient) {
        if (unreached || impatient) away = error;
        throw error;
      }
      // A failure of one image, such as a refused connection, applies to the others of the host.
      if (retryAfterSeconds !== undefined) askableAt = Math.max(askableAt, Date.now() + wait * 1000);
      else await sleep(wait * 1000, undefined, { signal: ended });
    }
  };

  return { ask: (attempt) => limit(askInTurn, attempt) };
}
