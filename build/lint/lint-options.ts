import type { CheckName, Severity } from "../dataset/lint-settings.js";

/** How far a look at a dataset is. */
export interface LintProgress {
  readonly phase: "check" | "lint";
  /** Records done. */
  readonly done: number;
  /** Records in all; unknown while they are checked. */
  readonly total?: number;
}

/** What is looked at, and for what. */
export interface LintOptions {
  /** The dataset: a folder, a `.json` or an `.ndjson` file. */
  readonly data: string;
  /** Checks that run; default: all that are not off. */
  readonly only?: readonly CheckName[];
  /** The day on which the dataset is looked at, as an ISO 8601 date; default: the UTC day. */
  readonly today?: string;
  /** Findings of each check that are told, from 1; default 100. Counts are of all. */
  readonly limit?: number;
  /** Findings that count less are counted, not told; default `info`. */
  readonly least?: Exclude<Severity, "off">;
  /** Processes that analyze images, and threads that check records; default: one per core. */
  readonly jobs?: number;
  /** The artifacts folder whose cache is used, and images that builds fetched for it. */
  readonly out: string;
  /** The folder in which analyses of images are looked up and kept, or false for none; default `cache` beside the generations. */
  readonly cache?: string | false;
  onProgress?(progress: LintProgress): void;
}

/** Something found, with its place. */
export interface LintFinding {
  readonly check: CheckName;
  readonly severity: Exclude<Severity, "off">;
  /** As messages show it. */
  readonly file: string;
  /** From 1; absent for a file that is no text. */
  readonly line?: number;
  /** From 1, in UTF-16 code units; absent where only the line is known. */
  readonly column?: number;
  /** The record's id, where it has one. */
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
