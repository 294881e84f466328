import type { Tier } from "./key.js";

/** What is stored of a key. */
export interface KeyEntry {
  /** Public name of the key, in lists and logs. */
  readonly id: string;
  readonly tier: Tier;
  /** SHA-256 of the key, hex. */
  readonly digest: string;
  /** Whom or what the key is for. */
  readonly name?: string;
  /** ISO 8601. */
  readonly created: string;
  /** ISO 8601; a revoked key is refused. */
  readonly revoked?: string;
  /** ISO 8601; refused from then on. */
  readonly expires?: string;
  /** Origins of pages that the key may be sent from, as `normalOrigin` gives them; default: from anywhere. */
  readonly origins?: readonly string[];
  /** Keys that this one has replaced and that are accepted for a while. */
  readonly previous?: readonly ReplacedKey[];
  /** The digest that requests are counted under, where it is another: the first key's, so that a new one has no second allowance. */
  readonly countedUnder?: string;
}

/** A key that another one has replaced. */
export interface ReplacedKey {
  /** SHA-256 of the key, hex. */
  readonly digest: string;
  /** ISO 8601; refused from then on. */
  readonly expires: string;
}

/** Whether a key's time is over; a date that can't be read counts as past. */
export function isExpired({ expires }: Pick<KeyEntry, "expires">): boolean {
  return expires !== undefined && !(Date.parse(expires) > Date.now());
}

/** The earlier of two times, ISO 8601. */
export function earlierOf(one: string, other: string | undefined): string {
  return other === undefined || Date.parse(one) < Date.parse(other) ? one : other;
}

/** The digest that requests with a key of this entry are counted under. */
export function countedDigest({ digest, countedUnder }: KeyEntry): string {
  return countedUnder ?? digest;
}
