import { createHash } from "node:crypto";
import { closeSync, fsync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ManifestFile } from "#src/format/manifest.js";
import { atFile, toStorageError } from "#src/platform/storage-error.js";
import { createByteBuffer } from "./byte-buffer.js";

const flushToDisk = promisify(fsync);

/** Artifacts are never edited; a new generation replaces them by rename. */
const MODE = 0o444;

/** Writes new artifact files to a folder and collects their manifest entries. */
export interface ArtifactWriter {
  /** Starts a file. This and all writes throw a StorageError or the system's error; nothing is retried. */
  open(name: string): ArtifactFile;
  /** Writes a whole file from its pieces. */
  write(name: string, pieces: Iterable<Uint8Array>): void;
  /**
   * Waits until all closed files are on disk.
   *
   * @returns their manifest entries
   * @throws StorageError or the system's error if one could not be flushed; nothing is retried
   */
  flushed(): Promise<readonly ManifestFile[]>;
  /** Closes files left open by a failure, so that the disk regains its space; no-op after a success. */
  abandon(): void;
}

/** A file being written, through a buffer of 1 MiB. */
export interface ArtifactFile {
  /** Bytes appended so far. */
  size(): number;
  append(bytes: Uint8Array): void;
  /**
   * Starts to flush the file to disk, beside what follows: waiting for the disk takes longer than writing small files.
   */
  close(): void;
}

interface ClosedFile {
  readonly size: number;
  readonly sha256: string;
  readonly flushed: Promise<void>;
}

export function createArtifactWriter(folder: string): ArtifactWriter {
  const files: ManifestFile[] = [];
  const flushes: Promise<void>[] = [];
  const opened = new Set<number>();
  const open = (name: string): ArtifactFile => {
    const file = openHashed(join(folder, name), opened);
    return {
      ...file,
      close() {
        const { flushed, ...entry } = file.close();
        files.push({ name, ...entry });
        flushes.push(flushed);
      },
    };
  };
  return {
    async flushed() {
      await Promise.all(flushes);
      return files;
    },
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
function openHashed(path: string, opened: Set<number>): Omit<ArtifactFile, "close"> & { close(): ClosedFile } {
  const fd = atFile(path, () => openSync(path, "wx", MODE));
  opened.add(fd);
  const hash = createHash("sha256");
  let size = 0;
  const buffer = createByteBuffer((bytes) => {
    hash.update(bytes);
    atFile(path, () => {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    });
  });
  return {
    size: () => size,
    append(bytes) {
      size += bytes.length;
      buffer.append(bytes);
    },
    close() {
      buffer.flush();
      opened.delete(fd);
      return { size, sha256: hash.digest("hex"), flushed: flushAndClose(fd, path) };
    },
  };
}

function flushAndClose(fd: number, path: string): Promise<void> {
  const flushed = flushToDisk(fd)
    .finally(() => closeSync(fd))
    .catch((error: Error) => {
      throw toStorageError(error, path);
    });
  // An error is reported when the writer waits for the file; until then, it must not count as an unhandled rejection.
  flushed.catch(() => undefined);
  return flushed;
}
