import type { Tier } from "./key.js";
import { WINDOW } from "./quota-window.js";

/** The largest daily quota: counters have 16 bits. */
export const MAX_PER_DAY = 65_534;

/** The limits and features of a plan. */
export interface Plan {
  /** Requests per UTC day, at most `MAX_PER_DAY`; undefined: unlimited. */
  readonly perDay?: number | undefined;
  /** Maximum number of icons per page: `limit` of a list request, and identities per `resolve` request. */
  readonly maxLimit: number;
  /** Whether version history, AI tags and color palettes are part of the detail response. */
  readonly fullDetail: boolean;
}

export type Plans = Readonly<Record<Tier, Plan>>;

export const DEFAULT_PLANS: Plans = {
  free: { perDay: 100, maxLimit: 20, fullDetail: false },
  pro: { maxLimit: 100, fullDetail: true },
};

/**
 * Describes a plan for people.
 *
 * @example planText(DEFAULT_PLANS.free) // "100 requests per UTC day, up to 20 icons per page"
 */
export function planText({ perDay, maxLimit, fullDetail }: Plan): string {
  const requests = perDay === undefined ? "unlimited requests" : `${perDay} ${WINDOW.requests}`;
  const detail = fullDetail ? ", with version history, tags and palettes" : "";
  return `${requests}, up to ${maxLimit} icons per page${detail}`;
}
