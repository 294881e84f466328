import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { CURRENT_FILE, generationsByAge, openGeneration, readCurrent } from "#src/catalog/generation.js";
import { verifyGeneration } from "#src/catalog/verify.js";
import { encodeManifest, generationName, MANIFEST_FILE, type Manifest } from "#src/format/manifest.js";
import { flushFolder, replaceFile, writeFlushed } from "#src/platform/write-file.js";

const ASIDE = ".building-";

/** Makes an empty folder for a new generation and removes what killed builds left. Call under the build's lock. */
export async function prepareAside(artifacts: string): Promise<string> {
  for (const name of await readdir(artifacts)) {
    if (name.startsWith(ASIDE)) await rm(join(artifacts, name), { recursive: true, force: true });
  }
  const aside = join(artifacts, `${ASIDE}${process.pid}`);
  await mkdir(aside);
  return aside;
}

/**
 * Makes the generation written in `aside` the live one: manifest flushed, folder flushed, renamed to its name, `CURRENT`
 * replaced by rename. Killed at any moment, the old or the new generation is live. Call under the build's lock.
 *
 * @param keep generations that stay, the live one among them
 * @returns its name, and whether that was live already, in which case nothing changed
 */
export async function publish(
  artifacts: string,
  aside: string,
  manifest: Manifest,
  keep: number,
): Promise<{ name: string; unchanged: boolean }> {
  const bytes = encodeManifest(manifest);
  const name = generationName(bytes);
  if (readCurrent(artifacts) === name && (await isWhole(artifacts, name))) {
    await rm(aside, { recursive: true });
    return { name, unchanged: true };
  }
  await writeFlushed(join(aside, MANIFEST_FILE), bytes, 0o444);
  await flushFolder(aside);
  const folder = join(artifacts, name);
  // A damaged or forgotten folder of that name makes room first; rename can't replace it.
  await rm(folder, { recursive: true, force: true });
  await rename(aside, folder);
  await flushFolder(artifacts);
  await makeLive(artifacts, name);
  await removeOld(artifacts, name, keep);
  return { name, unchanged: false };
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
