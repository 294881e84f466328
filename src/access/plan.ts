import type { Tier } from "./key.js";

/** The limits and features of a plan. */
export interface Plan {
  /** Requests per UTC day; undefined: unlimited. */
  readonly perDay?: number;
  /** Maximum `limit` of a list request. */
  readonly maxLimit: number;
  /** Whether version history, AI tags and color palettes are part of the detail answer. */
  readonly fullDetail: boolean;
}

export const PLANS: Readonly<Record<Tier, Plan>> = {
  free: { perDay: 100, maxLimit: 20, fullDetail: false },
  pro: { maxLimit: 100, fullDetail: true },
};
