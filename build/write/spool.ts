import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";

const SPOOL_BYTES = 1 << 20;

/** Bytes that are collected, in a file when they are many, and then read once. */
export interface Spool {
  size(): number;
  append(bytes: Uint8Array): void;
  /** All of it in pieces, each valid until the next. */
  drain(): Generator<Uint8Array>;
}

/** @param path of the file, which is made when it is needed and removed when all was read */
export function openSpool(path: string): Spool {
  const buffer = Buffer.allocUnsafe(SPOOL_BYTES);
  let fd: number | undefined;
  let pending = 0;
  let size = 0;
  const spill = (bytes: Uint8Array): void => {
    fd ??= openSync(path, "wx+");
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
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
      if (fd !== undefined) {
        const window = Buffer.allocUnsafe(SPOOL_BYTES);
        let position = 0;
        for (let read = readSync(fd, window, 0, window.length, 0); read > 0; ) {
          yield window.subarray(0, read);
          position += read;
          read = readSync(fd, window, 0, window.length, position);
        }
        closeSync(fd);
        rmSync(path);
      }
      yield buffer.subarray(0, pending);
    },
  };
}
