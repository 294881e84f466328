import { DroppedIconsError } from "../../build/compile/dropped-icons.js";
import { SkippedImagesError } from "../../build/compile/options.js";
import { DatasetError, formatFolded } from "../../build/dataset/problems.js";
import {
  IconNotFoundError,
  PaletteUnavailableError,
  PhashUnavailableError,
  VectorUnavailableError,
} from "../../src/catalog/generation/catalog-errors.js";
import { toStorageError } from "../../src/platform/storage-error.js";
import { escapeControls, paintError, printError, printJsonError } from "../terminal/output.js";

/** Exit codes of commands. */
export const EXIT = {
  /** The command failed: invalid input, damaged artifacts, a system error. */
  failure: 1,
  /** The command line itself is invalid. */
  usage: 2,
  /** The requested object does not exist. */
  notFound: 3,
} as const;

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Errors for a missing object. */
const LACKING = [IconNotFoundError, PhashUnavailableError, PaletteUnavailableError, VectorUnavailableError];

/** Reports an error on standard error, as JSON if `json`. @returns the exit code */
export function reportFailure(error: unknown, json: boolean): number {
  const explained = explain(error);
  if (json) printJsonError({ error: asJson(explained) });
  else for (const text of describe(explained)) printError(text);
  if (error instanceof UsageError) return EXIT.usage;
  return LACKING.some((kind) => error instanceof kind) ? EXIT.notFound : EXIT.failure;
}

/** The message of an error as it is reported. */
export function messageOf(error: unknown): string {
  return (explain(error) as Error).message;
}

/** The lines that a report has above the message: problems of a dataset, or images that can't be read. */
export function problemsOf(error: unknown): string[] {
  if (error instanceof DatasetError) {
    const hidden = error.folded.reduce((rest, { count }) => rest - count, error.count);
    return [...error.folded.map(formatFolded), ...(hidden > 0 ? [`… and ${hidden} more`] : [])];
  }
  if (!(error instanceof SkippedImagesError)) return [];
  return error.skipped.map(({ id, image, reason }) => `${id}: ${image}: ${reason}`);
}

function explain(error: unknown): unknown {
  return missingFile(error) ?? toStorageError(error);
}

/** The system's error for a path that leads nowhere, in words. */
function missingFile(error: unknown): Error | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code !== "ENOENT" || path === undefined) return undefined;
  return new Error(`${path} does not exist; correct the path`, { cause: error });
}

function describe(error: unknown): string[] {
  const { message } = error as Error;
  const headline = `${paintError("red", "error:")} ${message}`;
  const shown = isOurFault(error) ? `${headline}\n${(error as Error).stack ?? ""}` : headline;
  return [...problemsOf(error).map((line) => escapeControls(line)), shown];
}

function asJson(error: unknown): object {
  const { name, message } = error as Error;
  const problems = error instanceof DatasetError ? { count: error.count, problems: error.problems } : {};
  const dropped =
    error instanceof DroppedIconsError ? { count: error.count, ids: error.ids, dropped: error.dropped } : {};
  const skipped = error instanceof SkippedImagesError ? { skipped: error.skipped } : {};
  return { name, message, ...problems, ...dropped, ...skipped };
}

/** Whether an error is a bug, which needs a stack trace; for others the message is enough. */
function isOurFault(error: unknown): boolean {
  return [TypeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}
