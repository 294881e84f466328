import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { toStorageError } from "./storage-error.js";
import { flushFolder, removeQuietly } from "./write-file.js";

/** A file that is written piece by piece and appears under its name only when complete. */
export interface Replacement {
  /** @throws StorageError; writes are not retried */
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes the file and replaces the old one with it. @throws StorageError; the old file then remains */
  complete(): Promise<void>;
  /** Removes the temporary file. Does nothing after `complete`. */
  discard(): Promise<void>;
}

/**
 * Starts replacing a file; `replaceFile` does it in one step. The next call removes the temporary file of a killed
 * process, so only one process at a time may replace a file.
 *
 * @throws Error if the path is a folder; StorageError
 */
export async function openReplacement(path: string): Promise<Replacement> {
  const aside = `${path}.tmp`;
  if ((await stat(path).catch(() => undefined))?.isDirectory()) throw new Error(`${path} is a folder. Give a file.`);
  const naming = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toStorageError(error, aside);
    }
  };
  const file = await naming(async () => {
    await rm(aside, { force: true });
    return open(aside, "wx");
  });
  let isOpen = true;
  return {
    write: (bytes) => naming(() => file.writeFile(bytes)),
    async complete() {
      await naming(async () => {
        await file.sync();
        await file.close();
        await rename(aside, path);
      });
      isOpen = false;
      await flushFolder(dirname(path));
    },
    async discard() {
      if (!isOpen) return;
      isOpen = false;
      await file.close().catch(() => undefined);
      await removeQuietly(aside);
    },
  };
}
