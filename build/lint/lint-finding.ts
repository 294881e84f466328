import type { CheckName, Severity } from "./check-names.js";

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
