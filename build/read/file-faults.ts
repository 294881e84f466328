import type { Stats } from "node:fs";
import { IrregularFileError } from "#src/platform/read-regular-file.js";
import { DatasetError, type Problem } from "../dataset/problems.js";

/** Messages for system errors that concern the file, by code; other errors concern the machine. */
const FAULTS: Readonly<Record<string, FileFault>> = {
  ELOOP: { message: "is a link to itself", remedy: "Put the file there instead of the link." },
  ENOTDIR: { message: "is a file, not a folder", remedy: "Put a folder there." },
  EISDIR: { message: "is a folder, not a regular file", remedy: "Put the file there instead." },
  EACCES: {
    message: "can't be read (EACCES: permission denied)",
    remedy: "Allow the user that runs this to read it and to enter its folders.",
    code: "EACCES",
  },
  EPERM: {
    message: "can't be read (EPERM: operation not permitted)",
    remedy: "Allow the user that runs this to read it.",
    code: "EPERM",
  },
  ENAMETOOLONG: { message: "has a name that is too long", remedy: "Shorten the name." },
};

/** @throws DatasetError if the error concerns the file, else the error */
export function refuse(path: string, error: unknown, whenMissing: string): never {
  const fault = explainFileError(error, path, whenMissing);
  throw fault === undefined ? error : problem(path, fault);
}

export function problem(file: string, fault: FileFault): DatasetError {
  const only: Problem = { file, line: 1, ...fault };
  return new DatasetError([only], 1);
}

/** A problem with a file as a whole, with its remedy. */
export interface FileFault {
  readonly message: string;
  readonly remedy: string;
  /** Error code of the system, if the file itself may be valid. */
  readonly code?: string;
}

/**
 * Explains why a file of a dataset can't be read.
 *
 * @param whenMissing remedy if the file does not exist
 * @returns undefined if the error is not about this file but, for example, about the disk
 */
export function explainFileError(error: unknown, path: string, whenMissing: string): FileFault | undefined {
  if (error instanceof IrregularFileError && error.path === path)
    return { message: error.problem, remedy: "Put a regular file there." };
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return { message: "does not exist", remedy: whenMissing };
  return Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined;
}

/** The error for anything but a regular file, created without opening it. */
export function irregular(path: string, stats: Stats): IrregularFileError {
  const kind = stats.isFIFO() ? "a named pipe" : stats.isSocket() ? "a socket" : "a device";
  return new IrregularFileError(path, `is ${kind}, not a regular file`);
}
