import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Tier } from "../../access/key.js";
import { countedDigest, type KeyEntry } from "../../access/key-entry.js";
import { type KeyRing, KeysUnavailableError } from "../../access/key-ring.js";
import { isAmong } from "../../access/origins.js";
import type { Plan, Plans } from "../../access/plan.js";
import { type Allowance, type Quota, QuotaAwayError, type Subject } from "../../access/quota.js";
import type { RefusedKeys } from "../../access/refused-keys.js";
import { parseUrl } from "../../platform/parse-url.js";
import { ApiError, quotaUsedUp } from "../contract/error-codes.js";
import { type RawQuery, valuesOf } from "./query-string.js";

const KEYS_RETRY_SECONDS = 2;

/** The caller of a request, once its key is accepted, and the remaining quota. */
export interface Caller {
  readonly tier: Tier;
  readonly plan: Plan;
  /** The key's public id; undefined for a caller without a key. */
  readonly keyId: string | undefined;
  readonly allowance: Allowance;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set for API operations once the key is accepted. */
    caller: Caller | undefined;
  }
}

/** The plan of callers without a key; `off` rejects them. */
export type AnonymousTier = "off" | Tier;

/** The caller, before the request is counted. */
interface Identity {
  readonly subject: Subject;
  readonly tier: Tier;
  readonly keyId: string | undefined;
}

/** How keys are checked. */
export interface KeyRules {
  /** The accepted keys; undefined: none. */
  readonly keys: KeyRing | undefined;
  /** Counts the refused keys of all requests of a server. */
  readonly refused: RefusedKeys;
}

/**
 * Creates a function that identifies the caller of a request and counts it, before any other check. It returns a
 * promise only if the quota counts elsewhere; the promise rejects with the same errors.
 *
 * @throws ApiError missing_api_key, invalid_api_key, too_many_invalid_keys, origin_not_allowed, rate_limit_exceeded, or
 * unavailable if requests can't be counted
 */
export function createAdmission(
  rules: KeyRules,
  quota: Quota,
  anonymous: AnonymousTier,
  plans: Plans,
): (request: FastifyRequest) => void | Promise<void> {
  return (request) => {
    const identity = identify(request, rules, anonymous);
    const plan = plans[identity.tier];
    const allowance = take(quota, identity.subject, plan);
    if (!(allowance instanceof Promise)) return admit(request, identity, plan, allowance);
    return allowance.then(
      (counted) => admit(request, identity, plan, counted),
      (error) => {
        throw refusalOf(error);
      },
    );
  };
}

/**
 * Creates a function that checks the key of a request, without counting it.
 *
 * @param anonymous the plan of callers without a key
 * @throws ApiError missing_api_key, invalid_api_key, too_many_invalid_keys, origin_not_allowed, unavailable
 */
export function createKeyCheck(rules: KeyRules, anonymous: AnonymousTier): (request: FastifyRequest) => void {
  return (request) => void identify(request, rules, anonymous);
}

function admit(request: FastifyRequest, { tier, keyId }: Identity, plan: Plan, allowance: Allowance): void {
  request.caller = { tier, plan, keyId, allowance };
  if (allowance.allowed) return;
  throw new ApiError("rate_limit_exceeded", quotaUsedUp(allowance.limit), {
    headers: { "retry-after": String(allowance.resetSeconds) },
  });
}

function identify(request: FastifyRequest, { keys, refused }: KeyRules, anonymous: AnonymousTier): Identity {
  const key = keyOf(request);
  if (key === undefined) {
    if (anonymous !== "off")
      return { subject: { kind: "address", address: request.ip }, tier: anonymous, keyId: undefined };
    throw new ApiError("missing_api_key", "give an API key in the header X-API-Key or in the query parameter api_key");
  }
  const entry = findKey(keys, key);
  if (entry === undefined) throw refusedKey(refused.add(request.ip));
  if (entry.origins !== undefined) checkOrigin(request, entry.origins);
  return { subject: { kind: "key", digest: countedDigest(entry) }, tier: entry.tier, keyId: entry.id };
}

/** While the keys are unknown, a valid one must not be rejected as invalid, since clients give up on that error. */
function findKey(keys: KeyRing | undefined, key: string): KeyEntry | undefined {
  try {
    return keys?.find(key);
  } catch (error) {
    if (!(error instanceof KeysUnavailableError)) throw error;
    const headers = { "retry-after": String(KEYS_RETRY_SECONDS) };
    throw new ApiError("unavailable", "API keys can't be checked at the moment", { headers });
  }
}

/** Valid keys never get here, so a flood of invalid keys from the same address does not affect them. */
function refusedKey(waitSeconds: number | undefined): ApiError {
  if (waitSeconds === undefined)
    return new ApiError("invalid_api_key", "the API key is unknown, expired, revoked or mistyped");
  // Closing the connection makes the next attempt cost the sender a handshake.
  const headers = { "retry-after": String(waitSeconds), connection: "close" };
  return new ApiError("too_many_invalid_keys", "too many invalid keys from this address; try again later", { headers });
}

function checkOrigin(request: FastifyRequest, origins: NonNullable<KeyEntry["origins"]>): void {
  const origin = pageOrigin(request.raw.headers);
  if (isAmong(origins, origin)) return;
  throw new ApiError(
    "origin_not_allowed",
    origin === undefined
      ? "the API key is restricted to certain web pages, and this request has no Origin or Referer header"
      : "the API key is not valid for pages of this origin",
  );
}

/** The header takes precedence; an empty one counts as absent. */
function keyOf(request: FastifyRequest): string | undefined {
  const header = request.raw.headers["x-api-key"];
  if (header !== undefined && header !== "") return String(header);
  const values = valuesOf(request.query as RawQuery, "api_key");
  return values.length === 0 ? undefined : values.join();
}

function take(quota: Quota, subject: Subject, { perDay }: Plan): Allowance | Promise<Allowance> {
  try {
    return quota.take(subject, perDay);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Converts a failure to count a request to its error response. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof QuotaAwayError)) return error;
  const headers = { "retry-after": String(error.retrySeconds) };
  return new ApiError("unavailable", "requests can't be counted at the moment", { headers });
}

/**
 * The origin of the page that sends a request: `Origin`, else the origin of `Referer`, the only header that browsers
 * send for images and scripts. Undefined if neither is present. Only browsers can be trusted to send correct values.
 */
function pageOrigin({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined) return origin;
  return referer === undefined ? undefined : parseUrl(referer)?.origin;
}
