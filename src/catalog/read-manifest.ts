import { join } from "node:path";
import { decodeManifest, MANIFEST_FILE, MAX_MANIFEST_BYTES, type Manifest } from "../format/manifest.js";
import { readRegularFile } from "../platform/read-regular-file.js";

/** The manifest of a generation, or undefined where there is none that this program can read. */
export function readManifest(artifacts: string, generation: string): Manifest | undefined {
  const path = join(artifacts, generation, MANIFEST_FILE);
  try {
    return decodeManifest(readRegularFile(path, MAX_MANIFEST_BYTES), path);
  } catch {
    return undefined;
  }
}
