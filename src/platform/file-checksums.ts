import { createHash } from "node:crypto";
import { closeSync, readSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { IrregularFileError, openRegularFile } from "./read-regular-file.js";
import { toStorageError } from "./storage-error.js";

/** The checksum of 132 MB in the page cache took 120 ms with 1 MiB, 159 ms with 256 KiB and 331 ms with 64 KiB. */
const BUFFER_BYTES = 1 << 20;
/** A thread takes some 20 ms to start, enough to read this much several times. */
const INLINE_BYTES = 1 << 20;
/** A worker needs nothing but the buffer. */
const WORKER_LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/** A file and its expected size. */
export interface ChecksumRequest {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** A checksum in 64 hex digits, or why there is none, such as `is missing`. */
export type FileChecksum = { readonly sha256: string } | { readonly problem: string };

/**
 * SHA-256 of files, one after the other, about 1 GB per second. More than 1 MiB is read in a separate thread, so that
 * the event loop runs only a few callbacks regardless of the size. A file of another size is not read.
 *
 * @throws StorageError or the system's error if a file can't be read now, or a thread can't be started
 */
export async function fileChecksums(files: readonly ChecksumRequest[]): Promise<FileChecksum[]> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= INLINE_BYTES) return checksumsOf(files);
  // The thread must not inherit options that load other modules.
  const worker = new Worker(new URL("./checksum-worker.js", import.meta.url), {
    workerData: files,
    execArgv: [],
    env: {},
    resourceLimits: WORKER_LIMITS,
  });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread that computes checksums exited with code ${code}`)));
  });
}

/** The same in this thread, blocking it. */
export function checksumsOf(files: readonly ChecksumRequest[]): FileChecksum[] {
  const buffer = Buffer.allocUnsafe(Math.min(BUFFER_BYTES, Math.max(1, ...files.map(({ size }) => size))));
  return files.map(({ path, size }) => {
    try {
      return checksumOf(path, size, buffer);
    } catch (error) {
      if (error instanceof IrregularFileError) return { problem: error.problem };
      if (["ENOENT", "ENOTDIR", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? ""))
        return { problem: "is missing" };
      throw error;
    }
  });
}

function checksumOf(path: string, expected: number, buffer: Buffer): FileChecksum {
  const { fd, size } = openRegularFile(path);
  try {
    if (size !== expected) return { problem: `has ${size} bytes, not ${expected}` };
    const hash = createHash("sha256");
    for (let at = 0; at < size; ) {
      const read = readSync(fd, buffer, 0, Math.min(buffer.length, size - at), at);
      if (read === 0) return { problem: `has ${at} bytes, not ${expected}` };
      hash.update(buffer.subarray(0, read));
      at += read;
    }
    return { sha256: hash.digest("hex") };
  } catch (error) {
    throw toStorageError(error, path);
  } finally {
    closeSync(fd);
  }
}
