import { type BigIntStats, closeSync, fstatSync, readFileSync, statSync } from "node:fs";
import { IrregularFileError, openRegularFile } from "./read-regular-file.js";
import { atFile, StorageError } from "./storage-error.js";

/** Age of the last change from which a file's stamp is trusted: file systems have coarse timestamps. */
const SETTLED_MS = 2000;

/** A file's content with its version. */
export interface FileVersion {
  readonly bytes: Buffer;
  /**
   * The result of `fileStamp` for this version. Undefined if the file was changed less than two seconds ago: another
   * change may then leave all its times and its size unchanged, so read it again.
   */
  readonly stamp: string | undefined;
}

/**
 * Reads a regular file in full. Symbolic links are followed; a folder, FIFO, socket or device is rejected without
 * blocking.
 *
 * @throws IrregularFileError if it is not a regular file or larger than `maxBytes`, StorageError or the system's error
 * if it can't be read
 */
export function readFileVersion(path: string, maxBytes: number): FileVersion {
  const { fd, size } = openRegularFile(path);
  try {
    if (size > maxBytes)
      throw new IrregularFileError(path, `has ${size} bytes, more than the ${maxBytes} that are allowed`);
    // The stamp is taken before the content: a change during the read results in another stamp.
    const info = fstatSync(fd, { bigint: true });
    if (info.nlink === 0n)
      throw new StorageError(
        `${path} was replaced outside of this container, whose mount still shows the old file. Mount its folder instead of the file, and restart.`,
        "ESTALE",
      );
    const bytes = atFile(path, () => readFileSync(fd));
    const isSettled = Math.abs(Date.now() - Number(info.ctimeMs)) > SETTLED_MS;
    return { bytes, stamp: isSettled ? stampOf(info) : undefined };
  } finally {
    closeSync(fd);
  }
}

/**
 * A file's identity, which changes with its content, owner and mode. Undefined if it does not exist.
 *
 * @throws StorageError if the system reports an error
 */
export function fileStamp(path: string): string | undefined {
  const info = atFile(path, () => statSync(path, { throwIfNoEntry: false, bigint: true }));
  return info && stampOf(info);
}

/** The change time changes with owner and mode, too. */
function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
