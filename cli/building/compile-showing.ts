import type { BuildOptions, BuildResult } from "../../build/build-options.js";
import type { Compiler } from "../../build/compile.js";
import { showingProgress } from "../progress.js";

/** Compiles with progress on standard error. @param compiler one that compiles again and again; default: one for this time */
export async function compileShowing(options: BuildOptions, quiet: boolean, compiler?: Compiler): Promise<BuildResult> {
  // Loaded here, so that commands which only ask start without the compiler.
  const { compile } = compiler ?? (await import("../../build/compile.js"));
  return showingProgress(quiet, (onProgress) => compile({ ...options, onProgress }));
}
