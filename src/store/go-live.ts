import { rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  CURRENT_FILE,
  generationsByAge,
  openGeneration,
  readCurrent,
  readManifest,
} from "../catalog/generation/generation.js";
import { expectWhole } from "../catalog/verify.js";
import { FormatError } from "../format/format-error.js";
import { MANIFEST_FILE } from "../format/manifest.js";
import { giveToFolderOwner } from "../platform/folder-owner.js";
import { toStorageError } from "../platform/storage-error.js";
import { flushFolder, replaceFile, UnflushedError } from "../platform/write-file.js";
import { removeGeneration } from "./leftovers.js";

/** A generation is live, but a follow-up step failed; the message names it. */
export class UnfinishedError extends Error {
  override readonly name = "UnfinishedError";
}

/**
 * Makes the generation in `aside`, whose files and manifest are flushed, the live one: flushes the folder, renames it
 * to its name, and replaces `CURRENT` by rename. If killed at any moment, either the old or the new generation is live.
 * Call under the build's lock, after `removeLeftovers`.
 *
 * @param keep number of generations to keep, including the live one
 * @throws UnfinishedError if the new one is live, StorageError or the system's error if the old one is
 */
export async function goLive(artifacts: string, aside: string, name: string, keep: number): Promise<void> {
  giveGeneration(aside);
  await flushFolder(aside);
  // A damaged or leftover folder of that name is removed first; rename can't replace it.
  await removeGeneration(artifacts, name);
  await rename(aside, join(artifacts, name));
  await flushFolder(artifacts);
  await makeLive(artifacts, name);
  await removeOld(artifacts, name, keep);
}

/** The owner of the artifacts folder must be able to read its generations and to remove them. */
function giveGeneration(folder: string): void {
  giveToFolderOwner(folder);
  const files = readManifest(dirname(folder), basename(folder))?.files ?? [];
  for (const name of [MANIFEST_FILE, ...files.map((file) => file.name)]) giveToFolderOwner(join(folder, name));
}

/**
 * Makes an existing generation of the folder the live one. Call under the build's lock. @throws the errors of `goLive`
 */
export async function makeLive(artifacts: string, name: string): Promise<void> {
  try {
    await replaceFile(join(artifacts, CURRENT_FILE), `${name}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EISDIR")
      throw new Error(`${join(artifacts, CURRENT_FILE)} is a folder; remove it, then try again`, { cause: error });
    if (!(error instanceof UnflushedError)) throw error;
    throw new UnfinishedError(`generation ${name} is live, but ${error.message}`, { cause: error });
  }
}

/**
 * The live generation's name. Undefined if there is none, or if `CURRENT` is damaged; the next generation to go live
 * repairs it.
 */
export function liveName(artifacts: string): string | undefined {
  try {
    return readCurrent(artifacts);
  } catch {
    return undefined;
  }
}

/**
 * Opens a generation and verifies every checksum.
 *
 * @throws FormatError if it is damaged, of another version or missing, StorageError or the system's error if it can't
 * be read now
 */
export async function checkGeneration(artifacts: string, name: string): Promise<void> {
  await expectWhole(artifacts, openGeneration(artifacts, name));
}

/**
 * Whether a generation can be opened and every checksum matches. @throws StorageError or the system's error if it can't
 * be read now
 */
export async function isWhole(artifacts: string, name: string): Promise<boolean> {
  try {
    await checkGeneration(artifacts, name);
    return true;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/**
 * Removes all generations except the live one and the `keep - 1` newest others. Call under the build's lock, after
 * `removeLeftovers`.
 *
 * @throws UnfinishedError
 */
export async function removeOld(artifacts: string, live: string, keep: number): Promise<void> {
  const surplus = generationsByAge(artifacts)
    .filter((name) => name !== live)
    .slice(keep - 1);
  for (const name of surplus) {
    try {
      await removeGeneration(artifacts, name);
    } catch (error) {
      const { message } = toStorageError(error) as Error;
      throw new UnfinishedError(`generation ${live} is live, but ${name}, an old one, can't be removed: ${message}`, {
        cause: error,
      });
    }
  }
}
