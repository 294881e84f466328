import { constants, existsSync } from "node:fs";
import { chmod, copyFile, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ManifestFile } from "../format/manifest.js";
import { fileChecksum } from "../platform/file-checksum.js";
import { toStorageError } from "../platform/storage-error.js";
import { StoreError } from "./errors.js";
import { fileObject } from "./layout.js";
import type { RemoteStore } from "./remote-store.js";

/** Artifacts are never edited. */
const MODE = 0o444;
const WRITABLE = 0o644;

/** What a file cost. */
export interface FetchedFile {
  /** Bytes that came over the network. */
  readonly bytes: number;
}

/**
 * Puts a file of a generation into `folder`: nothing where it is there already, a copy where this machine has its content, else
 * fetched, from where an interrupted attempt ended. Only a whole, flushed file gets its name; what is under way has `.part` behind it.
 *
 * @param local a file that should have the same content
 * @throws StoreError when the store fails or its content has another checksum; the next attempt begins anew then. StorageError
 * or the system's error when the file can't be written; the next attempt goes on then
 */
export async function fetchFile(
  store: RemoteStore,
  file: ManifestFile,
  folder: string,
  local: string | undefined,
): Promise<FetchedFile> {
  const path = join(folder, file.name);
  if (existsSync(path)) return { bytes: 0 };
  const part = `${path}.part`;
  try {
    return await fetchPart(store, file, path, part, local);
  } catch (error) {
    throw toStorageError(error, part);
  }
}

async function fetchPart(
  store: RemoteStore,
  file: ManifestFile,
  path: string,
  part: string,
  local: string | undefined,
): Promise<FetchedFile> {
  // An attempt that was killed between a copy, or its end, and a change of mode left what only root can write to.
  if (existsSync(part)) await chmod(part, WRITABLE);
  if (local !== undefined && !existsSync(part)) {
    await copyFile(local, part, constants.COPYFILE_FICLONE);
    await chmod(part, WRITABLE);
    if (await finish(part, path, file)) return { bytes: 0 };
  }
  const bytes = await download(store, file, part);
  if (await finish(part, path, file)) return { bytes };
  throw new StoreError(`${store.address.base}${fileObject(file.sha256)}: holds something else than its name says`);
}

/** Bytes of a file of `folder` that need not be fetched any more. */
export async function fetchedBytes({ name, size }: ManifestFile, folder: string): Promise<number> {
  const path = join(folder, name);
  if (existsSync(path)) return size;
  return existsSync(`${path}.part`) ? Math.min(size, (await stat(`${path}.part`)).size) : 0;
}

async function download(store: RemoteStore, { sha256, size }: ManifestFile, part: string): Promise<number> {
  const file = await open(part, "a+");
  try {
    let { size: at } = await file.stat();
    if (at > size) {
      await file.truncate(0);
      at = 0;
    }
    if (at === size) return 0;
    const { start, chunks } = await store.stream(fileObject(sha256), at);
    if (start !== at) await file.truncate(start);
    at = start;
    for await (const chunk of chunks) {
      if (at + chunk.length > size)
        throw new StoreError(
          `${store.address.base}${fileObject(sha256)}: has more than the ${size} bytes of the manifest`,
        );
      await file.appendFile(chunk);
      at += chunk.length;
    }
    if (at < size)
      throw new StoreError(`${store.address.base}${fileObject(sha256)}: has ${at} bytes, the manifest says ${size}`);
    return at - start;
  } finally {
    await file.close();
  }
}

/** Gives a file its name if its content is right, else removes it. */
async function finish(part: string, path: string, { sha256 }: ManifestFile): Promise<boolean> {
  if ((await fileChecksum(part)) !== sha256) {
    await rm(part);
    return false;
  }
  const file = await open(part, "r+");
  try {
    await file.sync();
    await file.chmod(MODE);
  } finally {
    await file.close();
  }
  await rename(part, path);
  return true;
}
