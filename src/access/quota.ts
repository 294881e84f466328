/** The subject of a count: a key by its digest, or a caller without a key by address. */
export type Subject =
  | { readonly kind: "key"; readonly digest: string }
  | { readonly kind: "address"; readonly address: string };

/** The rest of a day's quota after a request. */
export interface Allowance {
  /** Whether the request may be served. A refused request is not counted. */
  readonly allowed: boolean;
  /** Requests per day; -1 means unlimited. */
  readonly limit: number;
  /** Requests left today; -1 means unlimited. */
  readonly remaining: number;
  /** Seconds until the quota resets. */
  readonly resetSeconds: number;
}

/** Counts requests against the daily quota of their plan. */
export interface Quota {
  /**
   * Counts one request. Counters in memory return at once, remote counters return a promise. Both fail with the same
   * errors.
   *
   * @param perDay the daily quota of the subject's plan; undefined: unlimited
   * @throws QuotaAwayError if the counters can't be reached or have no room for this key today
   */
  take(subject: Subject, perDay: number | undefined): Allowance | Promise<Allowance>;
  close(): void | Promise<void>;
}

/** The counters as an operator reads them. */
export interface UsageReader {
  /** Requests counted for a key today. */
  usedToday(digest: string): number | Promise<number>;
  /** All requests ever counted for a key of an unlimited plan. */
  tallyOf(digest: string): bigint | Promise<bigint>;
  /** Resets the quota of one key, or of all callers. */
  reset(digest?: string): void | Promise<void>;
  close(): void | Promise<void>;
}

/**
 * The usage file can't be opened or has no room for another key today, or Redis can't be reached and there is no fallback
 * counter.
 */
export class QuotaAwayError extends Error {
  override readonly name = "QuotaAwayError";
  /** When to retry. */
  readonly retrySeconds: number;

  constructor(retrySeconds: number) {
    super("requests can't be counted at the moment");
    this.retrySeconds = retrySeconds;
  }
}
