import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { toStorageError } from "./storage-error.js";
import { flushFolder, removeQuietly } from "./write-file.js";

/** A file that is written piece by piece, and stands under its name only when it is complete. */
export interface Replacement {
  /** @throws StorageError, with nothing retried */
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes the file and puts it in place of the old one. @throws StorageError; the old file stands then */
  complete(): Promise<void>;
  /** Removes what was written. Does nothing after `complete`. */
  discard(): Promise<void>;
}

/**
 * Begins to replace a file, as `replaceFile` does at once. What a killed process leaves aside is removed the next time,
 * so let one process at a time replace a file.
 *
 * @throws Error when it is a folder; StorageError
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
