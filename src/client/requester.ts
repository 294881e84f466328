import type { Settings } from "./options.js";
import { type RateLimit, readRateLimit } from "./rate-limit.js";
import { failureOf, parseBody } from "./read-answer.js";
import { receive } from "./receive.js";
import { retrying } from "./retry.js";

/** Sends the requests of one client and remembers what is left of its plan. */
export interface Requester {
  /**
   * The body of an answer.
   *
   * @param target path and query below `/api/v1/`
   * @throws IconApiError, or the signal's reason when it is aborted
   */
  get<Answer>(target: string, signal: AbortSignal | undefined): Promise<Answer>;
  readonly rateLimit: RateLimit | undefined;
}

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
    get: <Answer>(target: string, signal: AbortSignal | undefined) =>
      retrying(() => attempt(settings.root + target, signal), settings.limits, signal) as Promise<Answer>,
    get rateLimit() {
      return rateLimit;
    },
  };
}
