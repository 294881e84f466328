import type { CheckName, Severity } from "../dataset/lint-settings.js";

/** Progress of linting. */
export interface LintProgress {
  readonly phase: "check" | "lint";
  /** Number of finished records. */
  readonly done: number;
  /** Total number of records; unknown while they are checked. */
  readonly total?: number;
}

/** Options of `lintDataset`. */
export interface LintOptions {
  /** The dataset: a folder, a `.json` or an `.ndjson` file. */
  readonly data: string;
  /** Checks to run; default: all that are not off. */
  readonly only?: readonly CheckName[];
  /** The day to compare dates with, as an ISO 8601 date; default: the UTC day. */
  readonly today?: string;
  /** Maximum number of findings per check, from 1; default 100. Counts include all. */
  readonly limit?: number;
  /** Less severe findings are only counted; default `info`. */
  readonly least?: Exclude<Severity, "off">;
  /** Processes that analyze images, and threads that check records; default: one per core. */
  readonly jobs?: number;
  /** The artifacts folder whose cache and downloaded images are used. */
  readonly out: string;
  /** The folder of the analysis cache, or false for none; default: `cache` in the artifacts folder. */
  readonly cache?: string | false;
  onProgress?(progress: LintProgress): void;
}

/** A finding with its location. */
export interface LintFinding {
  readonly check: CheckName;
  readonly severity: Exclude<Severity, "off">;
  /** As shown in messages. */
  readonly file: string;
  /** From 1; absent for a file that is not text. */
  readonly line?: number;
  /** From 1, in UTF-16 code units; absent if only the line is known. */
  readonly column?: number;
  /** The record's id, if any. */
  readonly id?: string;
  /** Path of the field, such as `versionHistory[0].date`. */
  readonly field?: string;
  /** The value found, as JSON, shortened. */
  readonly value?: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do. */
  readonly remedy: string;
}
