import { TIERS, type Tier } from "./key.js";

const DIGEST = /^[0-9a-f]{64}$/;

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

/** What is wrong with something that should be an entry; undefined: nothing. */
export function faultIn(entry: Record<keyof KeyEntry, unknown> | null): string | undefined {
  if (typeof entry?.id !== "string" || !TIERS.includes(entry.tier as Tier) || !isDigest(entry.digest))
    return `lacks an id, a tier (${TIERS.join(", ")}) or a digest of 64 hex digits`;
  const { origins, previous, countedUnder } = entry;
  if (origins !== undefined && !(Array.isArray(origins) && origins.every((origin) => typeof origin === "string")))
    return "has origins that are no list of texts, such as https://a.example";
  if (previous !== undefined && !(Array.isArray(previous) && previous.every(isReplacedKey)))
    return "has previous keys that are no list of digests of 64 hex digits and the times at which they expire";
  return countedUnder === undefined || isDigest(countedUnder) ? undefined : "has a countedUnder that is no digest";
}

function isReplacedKey(key: Partial<ReplacedKey> | null): boolean {
  return isDigest(key?.digest) && !Number.isNaN(Date.parse(String(key?.expires)));
}

function isDigest(value: unknown): boolean {
  return typeof value === "string" && DIGEST.test(value);
}
