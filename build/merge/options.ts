import type { MergeChoice, MergeReason } from "../dataset/merge-decisions.js";
import type { StaleDecision } from "./decide.js";
import type { MergeSource } from "./inputs.js";

/** Progress of a merge. */
export interface MergeProgress {
  readonly phase: "check" | "analyze" | "compare" | "merge";
  /** Number of finished records. */
  readonly done: number;
  /** Total number; unknown while they are checked. */
  readonly total?: number;
}

export interface MergeOptions {
  /** By priority, highest first. */
  readonly sources: readonly MergeSource[];
  /** The folder of the merged dataset: new, empty or, with `force`, an earlier one, which is replaced. */
  readonly out: string;
  readonly force?: boolean | undefined;
  /** The name of the merged dataset; default: that of the first. */
  readonly name?: string | undefined;
  /** The file of decisions; default: `<out>.merge.json`. */
  readonly decisions?: string | undefined;
  /** Whether to write only the page. */
  readonly dryRun?: boolean | undefined;
  /** Whether records that only have their id in common are kept apart, the later one under a new id. */
  readonly renameCollisions?: boolean | undefined;
  /** The HTML page to write, with the images of the listed pairs. */
  readonly html?: string | undefined;
  /** Number of pairs to list. */
  readonly limit: number;
  /** The artifacts folder whose cache and downloaded images are used. */
  readonly artifacts: string;
  /** The folder of the analysis cache, or false for none; default: `cache` in the artifacts folder. */
  readonly cache?: string | false;
  /** Processes that analyze images, and threads that check records; default: one per core. */
  readonly jobs?: number | undefined;
  onProgress?(progress: MergeProgress): void;
}

/** A record of a pair. */
export interface PairSide {
  readonly dataset: string;
  readonly id: string;
  readonly name: string;
  readonly developer: string;
}

/** A pair in a report. */
export interface ReportedPair {
  /** The one with the higher priority. */
  readonly first: PairSide;
  readonly second: PairSide;
  readonly reasons: readonly MergeReason[];
  /** What they have in common: names, identities, distances. */
  readonly common: readonly string[];
  readonly decision: MergeChoice;
  /** The new id of a renamed record. */
  readonly rename?: string;
  readonly isNew: boolean;
  readonly isUncertain: boolean;
  /** The line in the file of decisions. */
  readonly line: string;
}

export interface MergeReport {
  /** The name of the merged dataset. */
  readonly dataset: string;
  readonly inputs: readonly { readonly dataset: string; readonly icons: number }[];
  readonly pairs: {
    readonly total: number;
    /** A pair may have several reasons. */
    readonly reasons: Readonly<Record<MergeReason, number>>;
    readonly decisions: Readonly<Record<MergeChoice, number>>;
    /** Those that the file of decisions did not have. */
    readonly new: number;
    /** Those of them that are kept apart although something speaks against it. */
    readonly uncertain: number;
  };
  /** Names and identities that are ignored since too many records have them. */
  readonly commonKeys: number;
  /** The first ones: uncertain, then other new ones, then the others. */
  readonly listed: readonly ReportedPair[];
  readonly stale: readonly StaleDecision[];
  /** Number of merged records. */
  readonly icons: number;
  /** Data that was not taken over, one line each. */
  readonly leftOut: readonly string[];
  /** The file of decisions, which a dry run does not write. */
  readonly decisions: string;
  readonly seconds: number;
}

/** Records that are not known to be the same have one id; the merged dataset was not written. */
export class UndecidedError extends Error {
  override readonly name = "UndecidedError";
  readonly report: MergeReport;

  constructor(message: string, report: MergeReport) {
    super(message);
    this.report = report;
  }
}
