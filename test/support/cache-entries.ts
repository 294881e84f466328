import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The files of a cache that hold analyses. */
export function entriesOf(cache: string): string[] {
  return readdirSync(cache, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".analysis"))
    .map((name) => join(cache, name));
}

/** So that an image that is not reused has to be analyzed. */
export function forgetAnalyses(cache: string): void {
  for (const entry of entriesOf(cache)) rmSync(entry);
}
