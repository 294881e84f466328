import { appendFileSync, closeSync, openSync, readSync, rmSync } from "node:fs";
import { atFile } from "#src/platform/storage-error.js";

const SPOOL_BYTES = 1 << 20;

/** Collects bytes, in a file if there are many, to be read once. */
export interface Spool {
  size(): number;
  /** @throws StorageError or the system's error */
  append(bytes: Uint8Array): void;
  /** The content in pieces, each valid until the next. */
  drain(): Generator<Uint8Array>;
}

/**
 * @param path of the file, which is created on demand, removed when everything has been read, and only open while in
 * use
 */
export function openSpool(path: string): Spool {
  const buffer = Buffer.allocUnsafe(SPOOL_BYTES);
  let spilled = false;
  let pending = 0;
  let size = 0;
  const spill = (bytes: Uint8Array): void => {
    atFile(path, () => appendFileSync(path, bytes));
    spilled = true;
  };
  return {
    size: () => size,
    append(bytes) {
      size += bytes.length;
      if (pending + bytes.length > SPOOL_BYTES) {
        spill(buffer.subarray(0, pending));
        pending = 0;
      }
      if (bytes.length > SPOOL_BYTES) spill(bytes);
      else {
        buffer.set(bytes, pending);
        pending += bytes.length;
      }
    },
    *drain() {
      if (spilled) {
        yield* readAll(path);
        rmSync(path);
      }
      yield buffer.subarray(0, pending);
    },
  };
}

function* readAll(path: string): Generator<Uint8Array> {
  const fd = openSync(path, "r");
  try {
    const window = Buffer.allocUnsafe(SPOOL_BYTES);
    let read = readSync(fd, window);
    while (read > 0) {
      yield window.subarray(0, read);
      read = readSync(fd, window);
    }
  } finally {
    closeSync(fd);
  }
}
