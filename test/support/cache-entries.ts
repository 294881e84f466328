import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The files of a cache that contain analyses. */
export function entriesOf(cache: string): string[] {
  return readdirSync(cache, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".analysis"))
    .map((name) => join(cache, name));
}

/** Removes all analyses, so that an image that is not reused must be analyzed. */
export function forgetAnalyses(cache: string): void {
  for (const entry of entriesOf(cache)) rmSync(entry);
}
