import { rename } from "node:fs/promises";
import { join } from "node:path";
import { CURRENT_FILE, generationsByAge, openGeneration, readCurrent } from "../catalog/generation/generation.js";
import { expectWhole } from "../catalog/verify.js";
import { FormatError } from "../format/errors.js";
import { toStorageError } from "../platform/storage-error.js";
import { flushFolder, replaceFile, UnflushedError } from "../platform/write-file.js";
import { removeGeneration } from "./leftovers.js";

/** A generation is live, but what belongs to that could not be finished; the message says what. */
export class UnfinishedError extends Error {
  override readonly name = "UnfinishedError";
}

/**
 * Makes the generation in `aside`, its files and manifest flushed, the live one: folder flushed, renamed to its name,
 * `CURRENT` replaced by rename. Killed at any moment, the old or the new generation is live. Call under the build's lock,
 * after `removeLeftovers`.
 *
 * @param keep generations that stay, the live one among them
 * @throws UnfinishedError when the new one is live, StorageError or the system's error when the old one is
 */
export async function goLive(artifacts: string, aside: string, name: string, keep: number): Promise<void> {
  await flushFolder(aside);
  // A damaged or forgotten folder of that name makes room first; rename can't replace it.
  await removeGeneration(artifacts, name);
  await rename(aside, join(artifacts, name));
  await flushFolder(artifacts);
  await makeLive(artifacts, name);
  await removeOld(artifacts, name, keep);
}

/** Makes a generation of the folder the live one. Call under the build's lock. @throws as `goLive` does */
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

/** The live generation's name. Undefined where there is none, and where `CURRENT` is damaged, which the next to go live mends. */
export function liveName(artifacts: string): string | undefined {
  try {
    return readCurrent(artifacts);
  } catch {
    return undefined;
  }
}

/**
 * Opens a generation and compares every checksum.
 *
 * @throws FormatError when it is damaged, of another version or not there, StorageError or the system's error when it can't be read now
 */
export async function checkGeneration(artifacts: string, name: string): Promise<void> {
  await expectWhole(artifacts, openGeneration(artifacts, name));
}

/** Whether a generation can be opened and every checksum holds. @throws StorageError or the system's error when it can't be read now */
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
 * Removes all generations but the live one and the `keep - 1` that were built last. Call under the build's lock, after `removeLeftovers`.
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
