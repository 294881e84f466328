import type { ShippedJudgement } from "./judge-shipped.mjs";

/** A judgement as the tables of test/judged/README.md. */
export declare function appearanceTables(judgement: ShippedJudgement): string;
