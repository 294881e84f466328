import { existsSync } from "node:fs";
import { mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { flushFolder } from "./write-file.js";

/** Which folders may be replaced. */
export interface FolderRules {
  /** Part of the names of temporary folders, such as `importing`. */
  readonly mark: string;
  /** Rejects a folder that must not be replaced. @param names of its entries @throws Error */
  refuse(names: readonly string[]): void;
}

/**
 * Replaces a folder atomically: `write` fills a temporary folder next to it, which is then renamed, so that a crash or
 * an error leaves the previous folder unchanged.
 *
 * @throws Error if the path is a file, and any error of `refuse` and `write`
 */
export async function replaceFolder<T>(
  folder: string,
  { mark, refuse }: FolderRules,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const out = await realpath(folder).catch(() => resolve(folder));
  refuse(await entriesOf(folder));
  const parent = dirname(out);
  await mkdir(parent, { recursive: true });
  const start = `.${basename(out)}.${mark}-`;
  await removeAbandoned(parent, start);
  const temporary = join(parent, `${start}${process.pid}`);
  try {
    await mkdir(temporary);
    const result = await write(temporary);
    // Checked again, since writing may have taken minutes.
    refuse(await entriesOf(folder));
    // A rename can't replace a non-empty folder, so the old one is moved away first.
    const replaced = `${temporary}-replaced`;
    if (existsSync(out)) await rename(out, replaced);
    await rename(temporary, out);
    await flushFolder(parent);
    await rm(replaced, { recursive: true, force: true });
    return result;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") throw new Error(`${folder} is a file. Give a new or empty folder.`);
    throw error;
  });
}

/** Removes leftovers of killed runs, but not of runs that are still writing. */
async function removeAbandoned(parent: string, start: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    if (entry.startsWith(start) && !isRunning(Number.parseInt(entry.slice(start.length), 10))) {
      await rm(join(parent, entry), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
