import type { Half } from "./halves.mjs";
import type { AppearanceJudgement } from "./judge-appearance.mjs";

export interface ShippedJudgement {
  readonly halves: readonly (AppearanceJudgement & { readonly half: Half })[];
  /** How far a second look at some icons agrees with the first; shares from 0 to 1. */
  readonly again: {
    readonly icons: number;
    readonly style: number;
    readonly acceptable: number;
    readonly colors: number;
  };
}

/** Measures the judged icons of the shipped dataset and compares them with the truth, each half by itself. */
export declare function judgeShipped(): Promise<ShippedJudgement>;
