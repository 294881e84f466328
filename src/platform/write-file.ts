import type { Stats } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { StorageError, toStorageError } from "./storage-error.js";

/** A file was replaced, but nobody knows whether that outlives a power failure. */
export class UnflushedError extends Error {
  override readonly name = "UnflushedError";
}

/**
 * Replaces a file so that a crash at any moment leaves the old or the new content: written aside, flushed, renamed,
 * the folder flushed. Nothing is retried; on an error the old file stands and what was written aside is removed. What a killed process
 * leaves aside is removed the next time, so let one process at a time replace a file.
 *
 * @param mode of the new file
 * @param keep whether a file that is there keeps its owner, group and mode; refused where this user may not give a file to them
 * @throws StorageError when the old file stands, UnflushedError when the new one does and its folder can't be flushed
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  mode = 0o644,
  keep = false,
): Promise<void> {
  const aside = `${path}.tmp`;
  try {
    const old = keep ? await stat(path).catch(unlessMissing) : undefined;
    await rm(aside, { force: true });
    await writeNew(aside, path, content, old, mode);
    await rename(aside, path);
  } catch (error) {
    await removeQuietly(aside);
    throw toStorageError(error, aside);
  }
  try {
    await flushFolder(dirname(path));
  } catch (error) {
    const reason = (error as Error).message;
    throw new UnflushedError(`${path} was replaced, but the old one may be back after a power failure: ${reason}`, {
      cause: error,
    });
  }
}

/** Writes a file that takes the place of another one. In a folder of another user, nothing that lies there is written through. */
async function writeNew(
  aside: string,
  path: string,
  content: string | Uint8Array,
  old: Stats | undefined,
  mode: number,
): Promise<void> {
  const file = await open(aside, "wx", mode);
  try {
    if (old !== undefined) await takeOver(file, path, old);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Gives a new file the owner, group and mode of the one that it replaces. @throws StorageError when this user may not */
async function takeOver(file: FileHandle, path: string, { uid, gid, mode }: Stats): Promise<void> {
  const own = await file.stat();
  try {
    if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid);
    // Who is given a file may lose bits of its mode.
    if (((await file.stat()).mode ^ mode) & 0o7777) await file.chmod(mode & 0o7777);
  } catch (error) {
    throw new StorageError(
      `${path} is unchanged: it belongs to uid ${uid}, gid ${gid}, and a file that uid ${own.uid} writes in its place could not be given to them, so that its readers would lose it. Run the command as uid ${uid} or as root.`,
      (error as NodeJS.ErrnoException).code ?? "EPERM",
      error,
    );
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}

/** Writes a new file and flushes it to disk. @throws StorageError, with nothing retried */
export async function writeFlushed(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  try {
    const file = await open(path, "w", mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** Flushes a folder's entries, so that a rename in it outlives a crash. @throws StorageError, with nothing retried */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  try {
    const folder: FileHandle = await open(path, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** Makes a folder, and those above it that are missing, so that they outlive a crash; nothing where it is there. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let above = dirname(resolve(path)); above.length >= top.length; above = dirname(above)) {
    await flushFolder(above);
    if (above === dirname(above)) return;
  }
}

/** Removes files or folders after a failure. Ignores its own errors, since the first failure is the one to report. */
export async function removeQuietly(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}
