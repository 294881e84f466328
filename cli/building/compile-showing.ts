import type { BuildOptions, BuildResult } from "../../build/build-options.js";
import { showingProgress } from "../progress.js";

/** Compiles with progress on standard error. */
export async function compileShowing(options: BuildOptions, quiet: boolean): Promise<BuildResult> {
  // Loaded here, so that commands which only ask start without the compiler.
  const { compile } = await import("../../build/compile.js");
  return showingProgress(quiet, (onProgress) => compile({ ...options, onProgress }));
}
