import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ManifestFile } from "#src/format/manifest.js";
import { atFile } from "#src/platform/storage-error.js";

/** Artifacts are never edited; a new generation replaces them by rename. */
const MODE = 0o444;
const BUFFER_BYTES = 1 << 20;

/** Writes new artifact files to a folder and collects their manifest entries. */
export interface ArtifactWriter {
  /** The manifest entries of all closed files. */
  readonly files: readonly ManifestFile[];
  /** Starts a file. This and all writes throw a StorageError or the system's error; nothing is retried. */
  open(name: string): ArtifactFile;
  /** Writes a whole file from its pieces. */
  write(name: string, pieces: Iterable<Uint8Array>): void;
  /** Closes files left open by a failure, so that the disk regains its space; no-op after a success. */
  abandon(): void;
}

/** A file being written, through a buffer of 1 MiB. */
export interface ArtifactFile {
  /** Bytes appended so far. */
  size(): number;
  append(bytes: Uint8Array): void;
  /** Flushes the file to disk. */
  close(): void;
}

export function createArtifactWriter(folder: string): ArtifactWriter {
  const files: ManifestFile[] = [];
  const opened = new Set<number>();
  const open = (name: string): ArtifactFile => {
    const file = openHashed(join(folder, name), opened);
    return { ...file, close: () => void files.push({ name, ...file.close() }) };
  };
  return {
    files,
    open,
    write(name, pieces) {
      const file = open(name);
      for (const piece of pieces) file.append(piece);
      file.close();
    },
    abandon() {
      for (const fd of opened) closeSync(fd);
      opened.clear();
    },
  };
}

/** @param opened set of open descriptors */
function openHashed(
  path: string,
  opened: Set<number>,
): Omit<ArtifactFile, "close"> & { close(): { size: number; sha256: string } } {
  const fd = atFile(path, () => openSync(path, "wx", MODE));
  opened.add(fd);
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  let pending = 0;
  let size = 0;
  const write = (bytes: Uint8Array): void => {
    hash.update(bytes);
    atFile(path, () => {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    });
  };
  const flush = (): void => {
    write(buffer.subarray(0, pending));
    pending = 0;
  };
  return {
    size: () => size,
    append(bytes) {
      size += bytes.length;
      if (pending + bytes.length > BUFFER_BYTES) flush();
      if (bytes.length > BUFFER_BYTES) write(bytes);
      else {
        buffer.set(bytes, pending);
        pending += bytes.length;
      }
    },
    close() {
      flush();
      atFile(path, () => {
        fsyncSync(fd);
        opened.delete(fd);
        closeSync(fd);
      });
      return { size, sha256: hash.digest("hex") };
    },
  };
}
