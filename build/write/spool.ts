import { appendFileSync, closeSync, fstatSync, openSync, rmSync } from "node:fs";
import { readInto } from "#src/platform/read-regular-file.js";
import { atFile } from "#src/platform/storage-error.js";
import { createByteBuffer, MAX_PIECE } from "./byte-buffer.js";

/** Collects bytes, in a file if there are many. */
export interface Spool {
  size(): number;
  /** @throws StorageError or the system's error */
  append(bytes: Uint8Array): void;
  /** The content in pieces of 1 MiB and a last one, each valid until the next. */
  read(): Generator<Uint8Array>;
  /** The same, for the last time: removes the file. */
  drain(): Generator<Uint8Array>;
}

/**
 * @param path of the file, which is created on demand, removed when everything has been read, and only open while in
 * use
 */
export function openSpool(path: string): Spool {
  let spilled = false;
  let size = 0;
  const buffer = createByteBuffer((bytes) => {
    atFile(path, () => appendFileSync(path, bytes));
    spilled = true;
  });
  function* read(): Generator<Uint8Array> {
    if (spilled) yield* readAll(path);
    yield buffer.held();
  }
  return {
    size: () => size,
    append(bytes) {
      size += bytes.length;
      buffer.append(bytes);
    },
    read,
    *drain() {
      yield* read();
      if (spilled) rmSync(path);
    },
  };
}

function* readAll(path: string): Generator<Uint8Array> {
  const fd = openSync(path, "r");
  try {
    const window = Buffer.allocUnsafe(MAX_PIECE);
    const size = fstatSync(fd).size;
    for (let at = 0; at < size; at += MAX_PIECE) {
      const piece = window.subarray(0, Math.min(MAX_PIECE, size - at));
      readInto(fd, piece, at);
      yield piece;
    }
  } finally {
    closeSync(fd);
  }
}
