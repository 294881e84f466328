import type { Tier } from "./key.js";

/** What a plan grants. */
export interface Plan {
  /** Requests a UTC day; undefined: unlimited. */
  readonly perDay?: number;
  /** Icons a list request may ask for. */
  readonly maxLimit: number;
  /** Whether version history, AI tags and color palettes are part of the detail answer. */
  readonly fullDetail: boolean;
}

export const PLANS: Readonly<Record<Tier, Plan>> = {
  free: { perDay: 100, maxLimit: 20, fullDetail: false },
  pro: { maxLimit: 100, fullDetail: true },
};
