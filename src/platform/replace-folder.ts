import { mkdir, readdir, realpath, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { withPathLock } from "./file-lock.js";
import { libc } from "./libc.js";
import { toStorageError } from "./storage-error.js";
import { flushReplaced, makeFolder, removeQuietly } from "./write-file.js";

/** Ending of the name of an old folder that is moved away before the new one takes its place. */
const REPLACED = "-replaced";

/** Which folders may be replaced. */
export interface FolderRules {
  /** Part of the names of temporary folders, such as `importing`. */
  readonly mark: string;
  /** Rejects a folder that must not be replaced. @param names of its entries @throws Error */
  refuse(names: readonly string[]): void;
}

/**
 * Replaces a folder under its lock: `write` fills a temporary folder next to it, which is then exchanged with it, so that
 * a crash or an error leaves the old or the new folder. Where the system can't exchange folders, a crash may leave only
 * a hidden copy of the old one, which the next call moves back.
 *
 * @throws Error if the path is a file or locked, any error of `refuse` and `write`, StorageError; the old folder then
 * remains. UnflushedError or Error if it was replaced, and a later step failed
 */
export async function replaceFolder<T>(
  folder: string,
  { mark, refuse }: FolderRules,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const out = await realpath(folder).catch(() => resolve(folder));
  const start = join(dirname(out), `.${basename(out)}.${mark}-`);
  await makeFolder(dirname(out));
  await moveBack(start, out);
  return withPathLock(out, true, async ({ made, include }) => {
    const temporary = `${start}${process.pid}`;
    let old: string;
    let result: T;
    try {
      for (const leftover of await startingWith(start)) await rm(leftover, { recursive: true, force: true });
      refuse(await entriesOf(folder));
      await mkdir(temporary);
      include(temporary);
      result = await write(temporary);
      // Checked again, since writing may have taken minutes.
      refuse(await entriesOf(folder));
      old = await exchange(temporary, out);
    } catch (error) {
      await removeQuietly(temporary);
      if (made) await rmdir(out).catch(() => undefined);
      throw error;
    }
    await flushReplaced(out);
    await removeOld(old, out);
    return result;
  });
}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") throw new Error(`${folder} is a file. Give a new or empty folder.`);
    throw error;
  });
}

async function startingWith(start: string): Promise<string[]> {
  const names = await readdir(dirname(start));
  return names.filter((name) => name.startsWith(basename(start))).map((name) => join(dirname(start), name));
}

/** Moves an old folder back that a killed process moved away without putting another one in its place. */
async function moveBack(start: string, out: string): Promise<void> {
  const old = (await startingWith(start)).find((path) => path.endsWith(REPLACED));
  if (old === undefined || (await entriesOf(out)).length > 0) return;
  await rmdir(out).catch(() => undefined);
  await rename(old, out);
}

/** @returns where the old folder is now */
async function exchange(temporary: string, out: string): Promise<string> {
  if (libc?.exchange(temporary, out)) return temporary;
  // A rename can't replace a non-empty folder, so the old one is moved away first.
  const old = `${temporary}${REPLACED}`;
  await rename(out, old);
  try {
    await rename(temporary, out);
  } catch (error) {
    await rename(old, out).catch((failure: Error) => {
      throw new Error(`${out} is at ${old} now, and the next run moves it back: ${failure.message}`, { cause: error });
    });
    throw error;
  }
  return old;
}

async function removeOld(old: string, out: string): Promise<void> {
  try {
    await rm(old, { recursive: true, force: true });
  } catch (error) {
    const { message } = toStorageError(error, old) as Error;
    throw new Error(`${out} was replaced, but the old one could not be removed; the next run removes it: ${message}`, {
      cause: error,
    });
  }
}
