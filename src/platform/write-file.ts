import type { Stats } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { giveToFolderOwner } from "./folder-owner.js";
import { StorageError, toStorageError } from "./storage-error.js";

/** A file or folder was replaced, but the change may not survive a power failure. */
export class UnflushedError extends Error {
  override readonly name = "UnflushedError";
}

/**
 * Replaces a file so that a crash at any moment leaves the old or the new content: writes a temporary file, flushes it,
 * renames it and flushes the folder. Nothing is retried; on an error the old file stays and the temporary file is
 * removed. The next call removes the temporary file of a killed process, so only one process at a time may replace a
 * file.
 *
 * @param mode of the new file
 * @param keep whether an existing file keeps its owner, group and mode; fails if this user may not give a file to them.
 *   Other files belong to the owner of the folder, see `giveToFolderOwner`
 * @throws StorageError if the old file is still there, UnflushedError if the new one is but its folder can't be flushed
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
  await flushReplaced(path);
}

/** Flushes the entry of a file or folder that was replaced. @throws UnflushedError */
export async function flushReplaced(path: string): Promise<void> {
  try {
    await flushFolder(dirname(path));
  } catch (error) {
    const reason = (error as Error).message;
    throw new UnflushedError(`${path} was replaced, but the old one may be back after a power failure: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Writes a file that replaces another one. In a folder of another user, it never writes through existing files or
 * links.
 */
async function writeNew(
  aside: string,
  path: string,
  content: string | Uint8Array,
  old: Stats | undefined,
  mode: number,
): Promise<void> {
  const file = await open(aside, "wx", mode);
  try {
    if (old === undefined) giveToFolderOwner(path, file.fd);
    else await takeOver(file, path, old);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Gives a new file the owner, group and mode of the one that it replaces. @throws StorageError if this user may not */
async function takeOver(file: FileHandle, path: string, { uid, gid, mode }: Stats): Promise<void> {
  const own = await file.stat();
  try {
    if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid);
    // Changing the owner may clear mode bits.
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

/** Writes a new file and flushes it to disk. Nothing is retried. @throws StorageError */
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

/** Flushes a folder's entries, so that a rename in it survives a crash. Nothing is retried. @throws StorageError */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform !== "win32") await flushPath(path, "r");
}

/** Flushes a file that was written without, or a folder. @param flags to open it @throws StorageError */
export async function flushPath(path: string, flags: "r" | "r+"): Promise<void> {
  try {
    const file = await open(path, flags);
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/**
 * Creates a folder and its missing parents, so that they survive a crash, for the owner of the folder above them. No-op
 * if it exists. @throws StorageError
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  try {
    // With `recursive`, Node reports a full disk as a missing folder.
    await mkdir(folder);
  } catch (error) {
    if (await isFolder(folder)) return;
    throw toStorageError(error, folder);
  }
  giveToFolderOwner(folder);
  await flushFolder(dirname(folder));
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

/** Removes files or folders after a failure. Ignores its own errors, since the first failure is the one to report. */
export async function removeQuietly(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}
