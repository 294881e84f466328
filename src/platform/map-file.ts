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

/** No file above this is mapped: a view of several GiB would abort the process, uncatchably. */
const MAX_MAPPED_BYTES = 2 ** 30 + 2 ** 20;

const WRITE_BACK_MS = 1000;

const unmapped = new FinalizationRegistry<{ address: unknown; length: number }>(({ address, length }) => {
  libc?.munmap(address, length);
});

/**
 * Maps a file read-only and shared; where the platform has no mmap, reads it.
 *
 * The mapping goes when the last view of it has been garbage-collected, never earlier: reading an unmapped page would
 * kill the process, and a view can't be detached. Writing to the view is a fault as well.
 *
 * @throws IrregularFileError when it is no regular file, or larger than a shard may be; StorageError or the system's error when it can't
 * be opened
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

/** A file whose bytes are read and written in place. */
export interface SharedFile {
  readonly buffer: ArrayBuffer;
  /** Device and number of the file, whatever its path leads to by now. */
  readonly identity: string;
  /** Bytes that the file has now. To touch the buffer beyond them ends the process by SIGBUS. */
  size(): number;
  /** Writes at a place of the file, also beyond its end. @throws the system's error, when nothing or a part is written */
  write(bytes: Uint8Array, at: number): void;
  /** Cuts off what lies beyond. */
  truncate(bytes: number): void;
  close(): void;
}

/**
 * Opens a file for counters that several processes add to atomically: mapped read-write and shared, so that nothing is
 * lost when a process is killed. Keeps the file open until `close`. Where the platform has no mmap, the file is read, belongs to this
 * process alone, and is written back every second and at `close`.
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

/** Whether counters in a file can be shared by several processes here. */
export const canShare = libc !== undefined;

function readShared(path: string): SharedFile {
  const buffer = new Uint8Array(readFileSync(path)).buffer;
  const save = (): void => writeFileSync(path, new Uint8Array(buffer));
  const timer = setInterval(save, WRITE_BACK_MS);
  timer.unref();
  return {
    buffer,
    identity: path,
    // What happens to the file is made good by the next writing.
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
  // A small file read into Node's pool would start anywhere; typed arrays want 8-byte boundaries.
  return new Uint8Array(readFileSync(path));
}
