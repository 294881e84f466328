import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Generation } from "./generation.js";

/** A file whose content is not what the manifest vouches for. */
export interface DamagedFile {
  readonly name: string;
  readonly expected: string;
  readonly found: string;
}

/**
 * Compares the checksum of every file of an opened generation. Reads everything once, about 1 GB a second.
 *
 * @returns the damaged files, none when all is well
 */
export async function verifyGeneration(artifacts: string, generation: Generation): Promise<DamagedFile[]> {
  const damaged: DamagedFile[] = [];
  for (const { name, sha256 } of generation.manifest.files) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(artifacts, generation.name, name)), hash);
    const found = hash.digest("hex");
    if (found !== sha256) damaged.push({ name, expected: sha256, found });
  }
  return damaged;
}
