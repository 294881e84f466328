import { makeTemporaryFolder } from "#src/platform/temporary-folder.js";
import { downloadFolderOf } from "../cache/build-cache.js";
import { compile } from "./compile.js";
import type { BuildOptions, BuildResult } from "./options.js";

/** A generation in a temporary folder. */
export interface ScratchBuild {
  readonly result: BuildResult;
  /** The temporary artifacts folder. */
  readonly artifacts: string;
  /** Removes the folder; mapped files stay readable. */
  remove(): Promise<void>;
}

/**
 * Compiles a dataset into a temporary folder with the cache of `options.out`. Writes nothing to `options.out` except
 * analyses.
 *
 * @param keepAnalyses whether to add new analyses to that cache
 * @throws the errors of `compile`, except DroppedIconsError, which the result has
 */
export async function buildScratch(options: BuildOptions, keepAnalyses: boolean): Promise<ScratchBuild> {
  const { path: artifacts, remove } = await makeTemporaryFolder("icons-scratch-");
  try {
    const downloads = options.downloads ?? downloadFolderOf(options.out);
    const result = await compile({ ...options, out: artifacts, scratchFor: options.out, keepAnalyses, downloads });
    return { result, artifacts, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
