import { constants, lstatSync } from "node:fs";
import { chmod, copyFile, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ManifestFile } from "../format/manifest.js";
import { fileChecksums } from "../platform/file-checksums.js";
import { giveToFolderOwner } from "../platform/folder-owner.js";
import { toStorageError } from "../platform/storage-error.js";
import { fileObject } from "./layout.js";
import type { ObjectStream, RemoteStore } from "./remote-store.js";
import { StoreError } from "./store-error.js";

/** Artifacts are never edited. */
const MODE = 0o444;
const WRITABLE = 0o644;

/** What fetching a file cost. */
export interface FetchedFile {
  /** Bytes received over the network. */
  readonly bytes: number;
}

/**
 * Puts a file of a generation into `folder`: no-op if it already exists, a copy if this machine has its content, else
 * fetched, resuming an interrupted attempt. Only a complete, flushed file gets its final name; until then it ends in
 * `.part`.
 *
 * @param local a file that should have the same content
 * @throws StoreError if the store fails or the checksum does not match; the next attempt then starts from the
 * beginning. StorageError or the system's error if the file can't be written; the next attempt then resumes
 */
export async function fetchFile(
  store: RemoteStore,
  file: ManifestFile,
  folder: string,
  local: string | undefined,
): Promise<FetchedFile> {
  const path = join(folder, file.name);
  const part = `${path}.part`;
  try {
    if (await hasFile(path)) return { bytes: 0 };
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
  // An attempt killed between a copy, or its completion, and a change of mode left a file that only root can write to.
  const begun = await hasFile(part);
  if (begun) await chmod(part, WRITABLE);
  if (local !== undefined && !begun) {
    await copyFile(local, part, constants.COPYFILE_FICLONE);
    giveToFolderOwner(part);
    await chmod(part, WRITABLE);
    if (await finish(part, path, file)) return { bytes: 0 };
  }
  const { bytes, resumed } = await download(store, file, part);
  if (await finish(part, path, file)) return { bytes };
  if (resumed) {
    // The existing part may have been wrong and the fetched rest right.
    const whole = await download(store, file, part);
    if (await finish(part, path, file)) return { bytes: bytes + whole.bytes };
  }
  throw new StoreError(
    `${store.address.base}${fileObject(file.sha256)}: does not match the checksum in its name; publish again`,
  );
}

/** Bytes of a file that are already in `folder`. */
export async function fetchedBytes({ name, size }: ManifestFile, folder: string): Promise<number> {
  const path = join(folder, name);
  if (await hasFile(path)) return size;
  return (await hasFile(`${path}.part`)) ? Math.min(size, (await stat(`${path}.part`)).size) : 0;
}

/** Whether a file exists. Removes anything that is not a regular file, since opening it could block. */
async function hasFile(path: string): Promise<boolean> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) await rm(path, { recursive: true });
  return found?.isFile() ?? false;
}

/** @returns received bytes, and whether they were appended to an existing part */
async function download(
  store: RemoteStore,
  { sha256, size }: ManifestFile,
  part: string,
): Promise<{ bytes: number; resumed: boolean }> {
  const file = await open(part, "a+");
  let stream: ObjectStream | undefined;
  try {
    giveToFolderOwner(part, file.fd);
    let { size: at } = await file.stat();
    if (at > size) {
      await file.truncate(0);
      at = 0;
    }
    if (at === size) return { bytes: 0, resumed: at > 0 };
    stream = await store.stream(fileObject(sha256), at, size);
    const { start, announced } = stream;
    // Most wrong responses, such as error pages, have another length and are detected before anything is written.
    if (announced !== undefined && start + announced !== size)
      throw wrongLength(store, sha256, start + announced, size);
    if (start !== at) await file.truncate(start);
    at = start;
    for await (const chunk of stream.chunks) {
      if (at + chunk.length > size) throw wrongLength(store, sha256, at + chunk.length, size);
      await file.appendFile(chunk);
      at += chunk.length;
    }
    if (at < size) throw wrongLength(store, sha256, at, size);
    return { bytes: at - start, resumed: start > 0 };
  } finally {
    stream?.discard();
    await file.close();
  }
}

function wrongLength(store: RemoteStore, sha256: string, length: number, size: number): StoreError {
  const object = `${store.address.base}${fileObject(sha256)}`;
  return length > size
    ? new StoreError(`${object}: has more than the ${size} bytes of the manifest`)
    : new StoreError(`${object}: has ${length} bytes, the manifest says ${size}`);
}

/** Renames a file to its final name if its content is correct, else removes it. */
async function finish(part: string, path: string, { sha256, size }: ManifestFile): Promise<boolean> {
  const [found] = await fileChecksums([{ path: part, size }]);
  if (!("sha256" in found!) || found.sha256 !== sha256) {
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
