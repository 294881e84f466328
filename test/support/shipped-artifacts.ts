import { join } from "node:path";
import { inject } from "vitest";
import { compile } from "#build/compile/compile.js";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { withFileLock } from "#src/platform/file-lock.js";

const BUILD_MS = 300_000;

/**
 * The artifacts folder of the shipped dataset, built once per run by the first test file that imports this. Read-only.
 * `ICONS_TEST_CACHE` names a folder that keeps the analyses of images from run to run.
 */
export const shippedArtifacts = await buildOnce(inject("shippedFolder"));

async function buildOnce(folder: string): Promise<string> {
  const artifacts = join(folder, "artifacts");
  const cache = process.env.ICONS_TEST_CACHE;
  await withFileLock(join(folder, "lock"), BUILD_MS, async () => {
    if (readCurrent(artifacts) !== undefined) return;
    await compile({ data: "data", out: artifacts, ...(cache === undefined ? {} : { cache }) });
  });
  return artifacts;
}
