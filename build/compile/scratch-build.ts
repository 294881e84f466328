import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchedFolderOf } from "../cache/build-cache.js";
import { compile } from "./compile.js";
import type { BuildOptions, BuildResult } from "./options.js";

/** A generation that was compiled only to be looked at. */
export interface AsideBuild {
  readonly result: BuildResult;
  /** The folder that holds it. */
  readonly artifacts: string;
  /** Removes the folder; what is mapped of it stays readable. */
  remove(): Promise<void>;
}

/**
 * Compiles a dataset into a temporary folder. Analyses of pictures are looked up in the cache of `options.out`; nothing else
 * is written there.
 *
 * @param keepAnalyses whether new analyses are added to that cache
 * @throws what `compile` throws
 */
export async function compileAside(options: BuildOptions, keepAnalyses: boolean): Promise<AsideBuild> {
  const artifacts = await mkdtemp(join(tmpdir(), "icons-aside-"));
  const remove = (): Promise<void> => rm(artifacts, { recursive: true, force: true });
  try {
    const fetched = options.fetched ?? fetchedFolderOf(options.out);
    const result = await compile({ ...options, out: artifacts, asideOf: options.out, keepAnalyses, fetched });
    return { result, artifacts, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
