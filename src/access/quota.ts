import type { Tier } from "./key.js";

/** Who is counted: a key by its digest, or a keyless caller by address. */
export type Subject =
  | { readonly kind: "key"; readonly digest: string }
  | { readonly kind: "address"; readonly address: string };

/** What is left of a day's allowance after a request. */
export interface Allowance {
  /** Whether the request may be answered; a refused one is not counted. */
  readonly allowed: boolean;
  /** Requests a day; -1: unlimited. */
  readonly limit: number;
  /** Requests left today; -1: unlimited. */
  readonly remaining: number;
  /** Seconds until the allowance comes back. */
  readonly resetSeconds: number;
}

/** Counts requests against the day's allowance of their plan. */
export interface Quota {
  /** @throws QuotaTableFullError when there is no room to count this subject today */
  take(subject: Subject, tier: Tier): Allowance;
  close(): void;
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
