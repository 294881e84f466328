import type { Analysis } from "../../analysis/analysis.js";
import type { CheckName, Severity } from "../../dataset/lint-settings.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import type { Dataset } from "../../read/dataset.js";

/** Looks for one kind of mistake that the schema allows. */
export interface Check {
  /** Where the dataset sets none. */
  readonly severity: Severity;
  /** What is found, with the thresholds. */
  readonly about: string;
  /** What to do about a finding; a finding may know better. */
  readonly remedy: string;
  /** Whether records must come with what their images told. Default false. */
  readonly images?: boolean;
  /** Begins with a dataset; absent where the linter itself finds. */
  begin?(subject: Subject): CheckRun;
}

/** Checks about one subject, by their names. */
export type NamedChecks = Partial<Record<CheckName, Check>>;

/** A check at work. It keeps numbers, no records: there may be a million. */
export interface CheckRun {
  /** Called for each record in display order. */
  record?(record: LintedRecord): void;
  /** Called once after the last record. */
  end?(): void | Promise<void>;
}

/** A record as a check sees it. */
export interface LintedRecord {
  readonly ordinal: number;
  readonly source: SourceRecord;
  /** What its image told; undefined where it has none, or one that can't be read. */
  readonly analysis: Analysis | undefined;
  /** Why its image could not be read. */
  readonly unreadable: string | undefined;
}

/** What a check looks at, and whom it tells. */
export interface Subject {
  readonly dataset: Dataset;
  /** The dataset's path as messages show it. */
  readonly data: string;
  /** The day on which the dataset is looked at, `2026-05-11`. */
  readonly today: string;
  /**
   * Tells of a record.
   *
   * @param finding given as a function where it costs something, such as another record; called for findings that are shown
   * @param others ordinals of records that take part: an exception for one of them counts, too
   */
  report(ordinal: number, finding: Finding | (() => Promise<Finding>), others?: readonly number[]): void;
  /** Tells of a file. @param path as messages show it */
  reportFile(path: string, finding: Finding): void;
  /** Reads a record again, after the last one. Cost: a read from disk. */
  readRecord(ordinal: number): Promise<SourceRecord>;
}

/** What a check found. */
export interface Finding {
  /** The field, empty for the record. */
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
  /** What is wrong, as the end of a sentence that begins with the field. */
  readonly message: string;
  /** Default: that of the check. */
  readonly remedy?: string;
}
