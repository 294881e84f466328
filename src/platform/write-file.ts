import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Replaces a file so that a crash at any moment leaves the old or the new content: written aside, flushed, renamed,
 * the folder flushed. Nothing is retried; on an error the old file stands and what was written aside is removed.
 */
export async function replaceFile(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const aside = `${path}.${process.pid}.tmp`;
  try {
    await writeFlushed(aside, content, mode);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

/** Writes a new file and flushes it to disk. @throws the system's error, with nothing retried */
export async function writeFlushed(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const file = await open(path, "w", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a folder's entries, so that a rename in it outlives a crash. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder: FileHandle = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
