import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { toStorageError } from "./storage-error.js";

const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = constants;
/** Opening a named pipe without a writer would block forever. Not every system has all of these flags. */
const FLAGS = [O_RDONLY, O_NONBLOCK, O_NOCTTY].reduce((flags, flag) => flags | (flag ?? 0));

/** The path is not a suitable file: it is a folder, a pipe, a device, a socket, or too large a file. */
export class IrregularFileError extends Error {
  override readonly name = "IrregularFileError";
  readonly path: string;
  /** For example `is a folder, not a regular file`. */
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}; replace it`);
    this.path = path;
    this.problem = problem;
  }
}

/** A regular file opened for reading. */
export interface OpenFile {
  /** Close it with `closeSync`. */
  readonly fd: number;
  /** Bytes. */
  readonly size: number;
  readonly stats: Stats;
}

/**
 * Opens a regular file for reading. Never blocks. Follows links.
 *
 * @throws IrregularFileError if it is not a regular file, StorageError or the system's error if it can't be opened
 */
export function openRegularFile(path: string): OpenFile {
  let fd: number;
  try {
    fd = openSync(path, FLAGS);
  } catch (error) {
    // The error of opening a socket.
    if ((error as NodeJS.ErrnoException).code === "ENXIO") throw notRegular(path, "a socket or a device");
    throw toStorageError(error, path);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw notRegular(path, kindOf(stats));
    return { fd, size: stats.size, stats };
  } catch (error) {
    closeSync(fd);
    throw toStorageError(error, path);
  }
}

/**
 * Reads a whole regular file. Never blocks, and never reads more than `maxBytes`. Follows links.
 *
 * @throws IrregularFileError if it is not a regular file or larger, StorageError or the system's error (such as ENOENT)
 * if it can't be read
 */
export function readRegularFile(path: string, maxBytes: number): Buffer {
  const { fd, size } = openRegularFile(path);
  try {
    if (size > maxBytes)
      throw new IrregularFileError(path, `has ${size} bytes, more than the ${maxBytes} that are allowed`);
    return readUpTo(fd, size);
  } catch (error) {
    throw toStorageError(error, path);
  } finally {
    closeSync(fd);
  }
}

/**
 * Reads the first `size` bytes of an open file, or all if it has fewer. Data appended meanwhile is ignored. @throws the
 * system's error
 */
export function readUpTo(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  return bytes.subarray(0, readInto(fd, bytes, 0));
}

/**
 * Fills `bytes` from an open file, starting at `position` of the file.
 *
 * @returns the number of bytes read, fewer only if the file ends before. @throws the system's error
 */
export function readInto(fd: number, bytes: Uint8Array, position: number): number {
  let end = 0;
  while (end < bytes.length) {
    const read = readSync(fd, bytes, end, bytes.length - end, position + end);
    if (read === 0) break;
    end += read;
  }
  return end;
}

function notRegular(path: string, kind: string): IrregularFileError {
  return new IrregularFileError(path, `is ${kind}, not a regular file`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a named pipe";
  return stats.isSocket() ? "a socket" : "a device";
}
