import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { decodeManifest, encodeManifest, generationName, MANIFEST_FILE, type Manifest } from "#src/format/manifest.js";
import { writeFlushed } from "#src/platform/write-file.js";
import { goLive, isWhole, liveName, removeOld } from "#src/store/go-live.js";
import { BUILDING, removeLeftovers } from "#src/store/leftovers.js";

/**
 * Creates an empty folder for a new generation and removes leftovers of killed processes. Call under the build's lock.
 */
export async function prepareFolder(artifacts: string): Promise<string> {
  await removeLeftovers(artifacts);
  const folder = join(artifacts, `${BUILDING}${process.pid}`);
  await mkdir(folder);
  return folder;
}

/**
 * Writes the manifest of the generation in `folder` and makes it the live one. Call under the build's lock.
 *
 * @param keep number of generations to keep, including the live one
 * @returns its name, and whether it was already live, in which case only old ones were removed
 * @throws the errors of `goLive`
 */
export async function finishGeneration(
  artifacts: string,
  folder: string,
  manifest: Manifest,
  keep: number,
): Promise<{ name: string; unchanged: boolean }> {
  const bytes = encodeManifest(manifest);
  const name = generationName(bytes);
  // A generation that can't be opened must not go live.
  decodeManifest(bytes, join(folder, MANIFEST_FILE));
  if (liveName(artifacts) === name && (await isWhole(artifacts, name))) {
    await rm(folder, { recursive: true });
    // A build that was killed after it went live has not done this.
    await removeOld(artifacts, name, keep);
    return { name, unchanged: true };
  }
  await writeFlushed(join(folder, MANIFEST_FILE), bytes, 0o444);
  await goLive(artifacts, folder, name, keep);
  return { name, unchanged: false };
}
