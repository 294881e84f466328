import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { libc } from "./libc.js";
import { toStorageError } from "./storage-error.js";
import { flushFolder, flushPath } from "./write-file.js";

/** Files that are flushed at the same time. */
const FLUSHES = 8;

/** Writes a new file that `flushFiles` flushes later. @throws StorageError */
export async function writeNewFile(path: string, content: Uint8Array): Promise<void> {
  await writeFile(path, content, { flag: "wx" }).catch((error: unknown) => {
    throw toStorageError(error, path);
  });
}

/**
 * Flushes files and the entries of their folder. Has the system write all of them first, where it can, so that
 * thousands of files need few commits of the file system's journal. Nothing is retried.
 *
 * @param names the files in the folder
 * @throws StorageError
 */
export async function flushFiles(folder: string, names: readonly string[]): Promise<void> {
  await syncFileSystem(folder);
  const left = names.values();
  const flushNext = async (): Promise<void> => {
    for (const name of left) await flushPath(join(folder, name), "r+");
  };
  await Promise.all(Array.from({ length: FLUSHES }, flushNext));
  await flushFolder(folder);
}

async function syncFileSystem(folder: string): Promise<void> {
  if (libc?.syncFileSystem === undefined) return;
  const handle = await open(folder, "r");
  try {
    await libc.syncFileSystem(handle.fd);
  } finally {
    await handle.close();
  }
}
