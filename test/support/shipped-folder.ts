import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * A folder for the artifacts of the shipped dataset, which `shipped-artifacts.ts` builds when the first test needs
     * them.
     */
    shippedFolder: string;
  }
}

/**
 * Creates the folder before the tests and removes it after them. Bundles the explorer page, which tests load, and the
 * command, which they run.
 */
export default function setup(project: TestProject): () => void {
  for (const tool of ["tools/bundle-explorer.mjs", "tools/pages/write-pages.mjs", "tools/bundle-command.mjs"])
    execFileSync(process.execPath, [tool]);
  const folder = mkdtempSync(join(tmpdir(), "icons-shipped-"));
  project.provide("shippedFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
