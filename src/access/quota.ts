import type { Tier } from "./key.js";

/** Who is counted: a key by its digest, or a keyless caller by address. */
export type Subject =
  | { readonly kind: "key"; readonly digest: string }
  | { readonly kind: "address"; readonly address: string };

/** What is left of a day's allowance after a request. */
export interface Allowance {
  /** Whether the request may be answered; a refused one is not counted. */
  readonly allowed: boolean;
  /** Requests per day; -1 means unlimited. */
  readonly limit: number;
  /** Requests left today; -1 means unlimited. */
  readonly remaining: number;
  /** Seconds until the allowance comes back. */
  readonly resetSeconds: number;
}

/** Counts requests against the day's allowance of their plan. */
export interface Quota {
  /**
   * Counts one request. What is counted in memory is answered at once, what another machine counts by a promise; both fail alike.
   *
   * @throws QuotaTableFullError when there is no room to count this subject today
   * @throws QuotaAwayError when what counts can't be reached
   */
  take(subject: Subject, tier: Tier): Allowance | Promise<Allowance>;
  close(): void | Promise<void>;
}

/** The counters, as an operator asks for them. */
export interface UsageReader {
  /** Requests counted for a key today. */
  usedToday(digest: string): number | Promise<number>;
  /** Requests ever counted for a key of an unlimited plan. */
  tallyOf(digest: string): bigint | Promise<bigint>;
  /** Gives the allowance back: of one key, or of everybody. */
  reset(digest?: string): void | Promise<void>;
  close(): void | Promise<void>;
}

/** Every slot that this subject could be counted in is taken by another one today. */
export class QuotaTableFullError extends Error {
  override readonly name = "QuotaTableFullError";
  readonly kind: Subject["kind"];
  readonly resetSeconds: number;

  constructor(kind: Subject["kind"], resetSeconds: number) {
    super(`the usage table has no room for another ${kind} today`);
    this.kind = kind;
    this.resetSeconds = resetSeconds;
  }
}

/** The usage file can't be opened or Redis can't be reached, and nothing counts in its stead. */
export class QuotaAwayError extends Error {
  override readonly name = "QuotaAwayError";
  /** When to ask again. */
  readonly retrySeconds: number;

  constructor(retrySeconds: number) {
    super("requests can't be counted at the moment");
    this.retrySeconds = retrySeconds;
  }
}
