import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { libc } from "./libc.js";
import { IrregularFileError, openRegularFile } from "./read-regular-file.js";

/** Larger files are not mapped: a view of several GiB would abort the process, uncatchably. */
const MAX_MAPPED_BYTES = 2 ** 30 + 2 ** 20;

const WRITE_BACK_MS = 1000;

const unmapped = new FinalizationRegistry<{ address: unknown; length: number }>(({ address, length }) => {
  libc?.munmap(address, length);
});

/**
 * Maps a file read-only and shared; on platforms without mmap, reads it.
 *
 * The mapping is released when its last view has been garbage-collected, never earlier: reading an unmapped page would
 * kill the process, and a view can't be detached. Writing to the view also kills the process.
 *
 * @throws IrregularFileError if it is not a regular file, or larger than a shard may be; StorageError or the system's
 * error if it can't be opened
 */
export function mapFile(path: string): Uint8Array {
  const { fd, size } = openRegularFile(path);
  try {
    if (size > MAX_MAPPED_BYTES)
      throw new IrregularFileError(path, `has ${size} bytes, more than the ${MAX_MAPPED_BYTES} that can be mapped`);
    if (size === 0) return new Uint8Array(0);
    if (libc === undefined) return readAligned(path);
    const { address, buffer } = libc.mmap(fd, size, false);
    unmapped.register(buffer, { address, length: size });
    return new Uint8Array(buffer);
  } finally {
    closeSync(fd);
  }
}

/** A file that is read and written in place. */
export interface SharedFile {
  readonly buffer: ArrayBuffer;
  /** Device and inode of the file, regardless of its path. */
  readonly identity: string;
  /** Current size of the file in bytes. Accessing the buffer beyond it ends the process by SIGBUS. */
  size(): number;
  /**
   * Writes at an offset of the file, possibly beyond its end. @throws the system's error if nothing or only a part was
   * written
   */
  write(bytes: Uint8Array, at: number): void;
  /** Truncates the file. */
  truncate(bytes: number): void;
  close(): void;
}

/**
 * Opens a file for counters that several processes increment atomically: mapped read-write and shared, so that nothing
 * is lost when a process is killed. Keeps the file open until `close`. On platforms without mmap, the file is read,
 * belongs to this process alone, and is written back every second and at `close`.
 *
 * @throws the system's error
 */
export function openShared(path: string): SharedFile {
  if (libc === undefined) return readShared(path);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    const { size, dev, ino } = fstatSync(fd, { bigint: true });
    const length = Number(size);
    const buffer = length === 0 ? new ArrayBuffer(0) : mapShared(fd, length);
    return {
      buffer,
      identity: `${dev} ${ino}`,
      size: () => fstatSync(fd).size,
      write(bytes, at) {
        for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
      },
      truncate: (length) => ftruncateSync(fd, length),
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function mapShared(fd: number, length: number): ArrayBuffer {
  const { address, buffer } = libc!.mmap(fd, length, true);
  unmapped.register(buffer, { address, length });
  return buffer;
}

/** Whether several processes can share counters in a file on this platform. */
export const canShare = libc !== undefined;

function readShared(path: string): SharedFile {
  const buffer = new Uint8Array(readFileSync(path)).buffer;
  const save = (): void => writeFileSync(path, new Uint8Array(buffer));
  const timer = setInterval(save, WRITE_BACK_MS);
  timer.unref();
  return {
    buffer,
    identity: path,
    // The next write repairs any change to the file.
    size: () => buffer.byteLength,
    write: () => undefined,
    truncate: () => undefined,
    close() {
      clearInterval(timer);
      save();
    },
  };
}

function readAligned(path: string): Uint8Array {
  // A small file read into Node's pool could start at any offset; typed arrays need 8-byte alignment.
  return new Uint8Array(readFileSync(path));
}
