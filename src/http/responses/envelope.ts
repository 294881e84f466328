import { TIERS, type Tier } from "../../access/key.js";
import type { FacetLabels } from "../../catalog/count-facets.js";
import type { Rung } from "../../format/rungs.js";
import { asByteText, type ByteText, toByteText } from "../../text/byte-text.js";
import type { Warning } from "../contract/response-schemas.js";
import type { Caller } from "../requests/caller.js";

/** The version label of every response. */
export const API_VERSION = "v1";
const NOTHING = asByteText("");
/**
 * The beginning of `_meta` by tier, and the allowance of callers without a limit. They are texts of their own, since
 * V8 replaces a text by a link to its copy once it is the name of a property (`PLANS[tier]`, `list[-1]`), and adding
 * such a link makes two-byte text of a response, which is copied and narrowed before it is sent.
 */
const META_STARTS = Object.fromEntries(
  TIERS.map((tier) => [tier, `{"api_version":"${API_VERSION}","tier":"${tier}","rate_limit":`]),
) as Record<Tier, string>;
const UNLIMITED = '-1,"rate_remaining":-1';

/** `_meta` of a response: the caller's plan and remaining quota, once the caller is known. */
export interface ResponseMeta {
  readonly api_version: typeof API_VERSION;
  readonly tier?: Tier;
  readonly rate_limit?: number;
  readonly rate_remaining?: number;
}

export function metaOf(caller: Caller | undefined): ResponseMeta {
  if (caller === undefined) return { api_version: API_VERSION };
  const { tier, allowance } = caller;
  return { api_version: API_VERSION, tier, rate_limit: allowance.limit, rate_remaining: allowance.remaining };
}

/** The numbers of a list response. */
export interface ListNumbers {
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
  /** The query that was searched instead. */
  readonly didYouMean?: string | undefined;
  /** How the icons were found, unless by names. */
  readonly matched?: Rung | undefined;
  /** The words that the first icon does not have. */
  readonly dropped?: readonly string[];
  /** Parts of the request without effect. */
  readonly warnings?: readonly Warning[];
  /** The labels within the result. */
  readonly facets?: FacetLabels | undefined;
}

/**
 * Wraps the list envelope around items that are already JSON, without parsing them.
 *
 * @param more further members of the envelope, JSON that begins with a comma
 */
export function listEnvelope(items: ByteText, numbers: ListNumbers, caller: Caller, more = NOTHING): ByteText {
  const { total, page, limit, totalPages } = numbers;
  const counts = `"total":${total},"page":${page},"limit":${limit},"totalPages":${totalPages}`;
  const meta = metaText(caller, searchMembers(numbers));
  return asByteText(`{"success":true,"data":${items},${counts}${more},"_meta":${meta}}`);
}

/** @param data the icon as JSON */
export function detailEnvelope(data: ByteText, caller: Caller): ByteText {
  return asByteText(`{"success":true,"data":${data},"_meta":${metaText(caller)}}`);
}

/** Optional members of `_meta` in list responses: JSON that begins with a comma. */
function searchMembers({ didYouMean, matched, dropped = [], warnings = [], facets }: ListNumbers): ByteText {
  if (didYouMean === undefined && matched === undefined && facets === undefined && warnings.length === 0)
    return NOTHING;
  let members = didYouMean === undefined ? "" : `,"did_you_mean":${JSON.stringify(didYouMean)}`;
  if (matched !== undefined) members += `,"matched":"${matched}"`;
  if (dropped.length > 0) members += `,"dropped":${JSON.stringify(dropped)}`;
  if (warnings.length > 0) members += `,"warnings":${JSON.stringify(warnings)}`;
  return toByteText(facets === undefined ? members : `${members},"facets":${JSON.stringify(facets)}`);
}

/** `metaOf` as JSON. @param more further members, JSON that begins with a comma */
function metaText({ tier, allowance: { limit, remaining } }: Caller, more = NOTHING): ByteText {
  const numbers = limit === -1 ? UNLIMITED : `${limit},"rate_remaining":${remaining}`;
  return asByteText(`${META_STARTS[tier]}${numbers}${more}}`);
}
