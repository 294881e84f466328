import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { CURRENT_FILE, generationsByAge, openGeneration } from "../catalog/generation.js";
import { verifyGeneration } from "../catalog/verify.js";
import { flushFolder, replaceFile } from "../platform/write-file.js";

/**
 * Makes the generation in `aside`, its files and manifest flushed, the live one: folder flushed, renamed to its name,
 * `CURRENT` replaced by rename. Killed at any moment, the old or the new generation is live. Call under the build's lock.
 *
 * @param keep generations that stay, the live one among them
 */
export async function goLive(artifacts: string, aside: string, name: string, keep: number): Promise<void> {
  await flushFolder(aside);
  const folder = join(artifacts, name);
  // A damaged or forgotten folder of that name makes room first; rename can't replace it.
  await rm(folder, { recursive: true, force: true });
  await rename(aside, folder);
  await flushFolder(artifacts);
  await makeLive(artifacts, name);
  await removeOld(artifacts, name, keep);
}

/** Makes a generation of the folder the live one. Call under the build's lock. */
export function makeLive(artifacts: string, name: string): Promise<void> {
  return replaceFile(join(artifacts, CURRENT_FILE), `${name}\n`);
}

/** Whether a generation can be opened and every checksum holds. */
export async function isWhole(artifacts: string, name: string): Promise<boolean> {
  try {
    return (await verifyGeneration(artifacts, openGeneration(artifacts, name))).length === 0;
  } catch {
    return false;
  }
}

async function removeOld(artifacts: string, live: string, keep: number): Promise<void> {
  const surplus = generationsByAge(artifacts)
    .filter((name) => name !== live)
    .slice(keep - 1);
  for (const name of surplus) await rm(join(artifacts, name), { recursive: true, force: true });
}
