import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeManifest, MANIFEST_FILE, type Manifest } from "../format/manifest.js";

/** The manifest of a generation, or undefined where there is none that this program can read. */
export function readManifest(artifacts: string, generation: string): Manifest | undefined {
  const path = join(artifacts, generation, MANIFEST_FILE);
  try {
    return decodeManifest(readFileSync(path), path);
  } catch {
    return undefined;
  }
}
