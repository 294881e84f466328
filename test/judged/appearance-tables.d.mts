import type { ShippedJudgement } from "./judge-shipped.mjs";

/** A judgement as the tables of docs/analysis.md. */
export declare function appearanceTables(judgement: ShippedJudgement): string;
