import { type BigIntStats, closeSync, fstatSync, readFileSync, statSync } from "node:fs";
import { IrregularFileError, openRegularFile } from "./read-regular-file.js";
import { atFile, StorageError } from "./storage-error.js";

/** Between a file's last change and the time from which its stamp is trusted: file systems count time in steps. */
const SETTLED_MS = 2000;

/** A file's content, and which version of the file it is. */
export interface FileVersion {
  readonly bytes: Buffer;
  /**
   * What `fileStamp` returns for this version. Undefined when the file was changed less than two seconds ago: another change may then
   * leave all its times and its size as they are, so read it again.
   */
  readonly stamp: string | undefined;
}

/**
 * Reads a regular file in full. Symbolic links are followed; a folder, FIFO, socket or device is refused and never waited for.
 *
 * @throws IrregularFileError when it is no regular file or larger than `maxBytes`, StorageError or the system's error when it can't be read
 */
export function readFileVersion(path: string, maxBytes: number): FileVersion {
  const { fd, size } = openRegularFile(path);
  try {
    if (size > maxBytes)
      throw new IrregularFileError(path, `has ${size} bytes, more than the ${maxBytes} that are allowed`);
    // The stamp is taken before the content: a change while it is read gives the file another one.
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
 * A file's identity, which changes with its content, owner and mode. Undefined when it does not exist.
 *
 * @throws StorageError when the system refuses
 */
export function fileStamp(path: string): string | undefined {
  const info = atFile(path, () => statSync(path, { throwIfNoEntry: false, bigint: true }));
  return info && stampOf(info);
}

/** The change time changes with owner and mode, too. */
function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
