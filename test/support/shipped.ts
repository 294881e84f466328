import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { compile } from "#build/compile.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The artifacts folder of the shipped dataset, built once for all tests. Read it only. */
    artifacts: string;
  }
}

/**
 * Builds the shipped dataset before the tests and removes it after them. `ICONS_TEST_CACHE` names a folder that keeps the analyses of
 * images from run to run.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const artifacts = mkdtempSync(join(tmpdir(), "icons-shipped-"));
  const cache = process.env.ICONS_TEST_CACHE;
  await compile({ data: "data", out: artifacts, ...(cache === undefined ? {} : { cache }) });
  project.provide("artifacts", artifacts);
  return () => rmSync(artifacts, { recursive: true, force: true });
}
