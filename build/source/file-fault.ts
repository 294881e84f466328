import type { Stats } from "node:fs";
import { IrregularFileError } from "#src/platform/read-regular-file.js";

/** What is wrong with a file as such, and what to do. */
export interface FileFault {
  readonly message: string;
  readonly remedy: string;
}

/** Words for the system's errors that tell of the file, by code; the others are of the machine and need its attention. */
const FAULTS: Readonly<Record<string, FileFault>> = {
  ELOOP: { message: "is a link that leads to itself", remedy: "Put the file there instead of the link." },
  ENOTDIR: { message: "is a file, not a folder", remedy: "Put a folder there." },
  EISDIR: { message: "is a folder, not a regular file", remedy: "Put the file there instead." },
  EACCES: {
    message: "can't be read (EACCES: permission denied)",
    remedy: "Give the user that runs this the permission to read it, and to enter its folders.",
  },
  EPERM: {
    message: "can't be read (EPERM: operation not permitted)",
    remedy: "Give the user that runs this the permission to read it.",
  },
  ENAMETOOLONG: { message: "has a name that is too long", remedy: "Shorten the name." },
};

/**
 * Explains why a file of a dataset can't be read.
 *
 * @param whenMissing what to do when there is none
 * @returns undefined when the error is not about this file, such as one of the disk
 */
export function explainFileError(error: unknown, path: string, whenMissing: string): FileFault | undefined {
  if (error instanceof IrregularFileError && error.path === path)
    return { message: error.problem, remedy: "Put a regular file there." };
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return { message: "does not exist", remedy: whenMissing };
  return Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined;
}

/** The error of something else than a regular file, which is not opened to learn that. */
export function irregular(path: string, stats: Stats): IrregularFileError {
  const kind = stats.isFIFO() ? "a named pipe" : stats.isSocket() ? "a socket" : "a device";
  return new IrregularFileError(path, `is ${kind}, not a regular file`);
}
