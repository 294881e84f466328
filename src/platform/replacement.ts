import type { Stats } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { toStorageError } from "./storage-error.js";
import { flushReplaced, removeQuietly } from "./write-file.js";

/** A file that is written piece by piece and appears under its name only when complete. */
export interface Replacement {
  /** @throws StorageError; writes are not retried */
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes the file, after which `complete` does little. @throws StorageError */
  flush(): Promise<void>;
  /**
   * Flushes the file and replaces the old one with it. @throws StorageError if the old file is still there,
   * UnflushedError if the new one is but its folder can't be flushed
   */
  complete(): Promise<void>;
  /** Removes the temporary file. Does nothing after `complete`. */
  discard(): Promise<void>;
}

/**
 * Starts replacing a file; `replaceFile` does it in one step. The next call removes the temporary file of a killed
 * process, so only one process at a time may replace a file.
 *
 * @param like the new file gets this mode and, if this user may give files away, this owner
 * @throws Error if the path is a folder; StorageError
 */
export async function openReplacement(path: string, like?: Stats): Promise<Replacement> {
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
    return open(aside, "wx", like?.mode);
  });
  let state: "open" | "flushed" | "done" = "open";
  const flush = async (): Promise<void> => {
    if (state !== "open") return;
    await naming(async () => {
      await file.sync();
      await file.close();
    });
    state = "flushed";
  };
  const discard = async (): Promise<void> => {
    if (state === "done") return;
    if (state === "open") await file.close().catch(() => undefined);
    state = "done";
    await removeQuietly(aside);
  };
  if (like !== undefined) {
    try {
      // Unlike `open`, `chmod` ignores the umask.
      await naming(() => file.chmod(like.mode));
      await file.chown(like.uid, like.gid).catch(() => undefined);
    } catch (error) {
      await discard();
      throw error;
    }
  }
  return {
    write: (bytes) => naming(() => file.writeFile(bytes)),
    flush,
    async complete() {
      await flush();
      await naming(() => rename(aside, path));
      state = "done";
      await flushReplaced(path);
    },
    discard,
  };
}
