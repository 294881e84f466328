import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readCurrent } from "#src/catalog/generation.js";
import { encodeManifest, generationName, MANIFEST_FILE, type Manifest } from "#src/format/manifest.js";
import { writeFlushed } from "#src/platform/write-file.js";
import { goLive, isWhole } from "#src/store/go-live.js";

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
 * Gives the generation written in `aside` its manifest and makes it the live one. Call under the build's lock.
 *
 * @param keep generations that stay, the live one among them
 * @returns its name, and whether that was live already, in which case nothing changed
 */
export async function finishGeneration(
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
  await goLive(artifacts, aside, name, keep);
  return { name, unchanged: false };
}
