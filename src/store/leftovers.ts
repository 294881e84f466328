import { lstatSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Prefix of folders in which generations are built. */
export const BUILDING = ".building-";
/** Prefix of generations that are being removed. */
const REMOVING = ".removing-";

/**
 * Removes what killed processes left in an artifacts folder. Call under the build's lock, so that no other process is
 * working there.
 */
export async function removeLeftovers(artifacts: string): Promise<void> {
  for (const name of await readdir(artifacts)) {
    if (name.startsWith(BUILDING) || name.startsWith(REMOVING))
      await rm(join(artifacts, name), { recursive: true, force: true });
  }
}

/**
 * Removes a generation if it exists. It is renamed before its files are deleted, so that readers find all of it or
 * nothing. Call under the build's lock, after `removeLeftovers`.
 */
export async function removeGeneration(artifacts: string, name: string): Promise<void> {
  const folder = join(artifacts, name);
  // A broken link must be removed, too.
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return;
  const removing = join(artifacts, `${REMOVING}${name}`);
  await rename(folder, removing);
  await rm(removing, { recursive: true, force: true });
}
