import type { Tier } from "./key.js";

/** The stored part of a key. */
export interface KeyEntry {
  /** Public name of the key, in lists and logs. */
  readonly id: string;
  readonly tier: Tier;
  /** SHA-256 of the key, hex. */
  readonly digest: string;
  /** The person or purpose that the key is for. */
  readonly name?: string;
  /** ISO 8601. */
  readonly created: string;
  /** ISO 8601; a revoked key is refused. */
  readonly revoked?: string;
  /** ISO 8601; refused from then on. */
  readonly expires?: string;
  /** Origins of pages that may send the key, normalized by `normalOrigin`. Default: any origin. */
  readonly origins?: readonly string[];
  /** Keys that this one has replaced, accepted until they expire. */
  readonly previous?: readonly ReplacedKey[];
  /**
   * The digest that requests are counted under, if it differs: that of the first key, so that rotating a key does not
   * reset the quota.
   */
  readonly countedUnder?: string;
}

/** A key that another one has replaced. */
export interface ReplacedKey {
  /** SHA-256 of the key, hex. */
  readonly digest: string;
  /** ISO 8601; refused from then on. */
  readonly expires: string;
}

/** Whether a key has expired. An unreadable date counts as expired. */
export function isExpired({ expires }: Pick<KeyEntry, "expires">): boolean {
  return expires !== undefined && !(Date.parse(expires) > Date.now());
}

/** The earlier of two times, ISO 8601. */
export function earlierOf(one: string, other: string | undefined): string {
  return other === undefined || Date.parse(one) < Date.parse(other) ? one : other;
}

/** The digest that requests of this entry's keys are counted under. */
export function countedDigest({ digest, countedUnder }: KeyEntry): string {
  return countedUnder ?? digest;
}
