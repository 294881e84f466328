import type { Analysis } from "../../analysis/analysis.js";
import type { CheckName, Severity } from "../../dataset/lint-settings.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import type { Dataset } from "../../read/dataset.js";

/** Finds one kind of problem that the schema allows. */
export interface Check {
  /** The default. */
  readonly severity: Severity;
  /** Description with thresholds. */
  readonly about: string;
  /** What to do about a finding, unless the finding has its own remedy. */
  readonly remedy: string;
  /** Whether the check needs the analyses of images. Default false. */
  readonly images?: boolean;
  /** Starts a run over a dataset; absent for findings of the linter itself. */
  begin?(subject: Subject): CheckRun;
}

/** Checks about one subject, by their names. */
export type NamedChecks = Partial<Record<CheckName, Check>>;

/** A run of a check. It must not keep records, since there may be a million. */
export interface CheckRun {
  /** Called for each record in display order. */
  record?(record: LintedRecord): void;
  /** Called once after the last record. */
  end?(): void | Promise<void>;
}

/** An image as it was measured, if any check needs the analyses of images. */
export interface LintedImage {
  /** Undefined if there is no readable image. */
  readonly analysis: Analysis | undefined;
  /** Why the image could not be read. */
  readonly unreadable: string | undefined;
  /** A text that is equal for images with the same bytes, background and tint; undefined if there is no analysis. */
  readonly content: string | undefined;
}

/** A record with what was measured in its image. */
export interface LintedRecord extends LintedImage {
  readonly ordinal: number;
  readonly source: SourceRecord;
  /** The record with the credits that it inherits, if any check needs the analyses of images. */
  readonly credited: SourceRecord;
  /** The images of its variants, in their order; empty if no check needs them. */
  readonly variants: readonly LintedImage[];
}

/** The dataset that a check examines, and how it reports. */
export interface Subject {
  readonly dataset: Dataset;
  /** The dataset's path, as shown in messages. */
  readonly data: string;
  /** The day to compare dates with, such as `2026-05-11`. */
  readonly today: string;
  /**
   * Reports a finding about a record.
   *
   * @param finding a function if it is costly, such as reading another record; called only for findings that are shown
   * @param others ordinals of related records: an exception for one of them applies, too
   */
  report(ordinal: number, finding: Finding | (() => Promise<Finding>), others?: readonly number[]): void;
  /** Reports a finding about a file. @param path as messages show it */
  reportFile(path: string, finding: Finding): void;
  /** Reads a record again, after the last one. Cost: a read from disk. */
  readRecord(ordinal: number): Promise<SourceRecord>;
}

/** A problem that a check found. */
export interface Finding {
  /** Path of the field; empty for the whole record. */
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
  /** What is wrong, as the end of a sentence that begins with the field. */
  readonly message: string;
  /** Default: that of the check. */
  readonly remedy?: string;
}
