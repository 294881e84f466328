import type { Compiler } from "../../build/compile/compile.js";
import type { BuildOptions, BuildResult } from "../../build/compile/options.js";
import { showingProgress } from "../progress.js";

/** Compiles with progress on standard error. @param compiler one that compiles again and again; default: one for this time */
export async function compileShowing(options: BuildOptions, quiet: boolean, compiler?: Compiler): Promise<BuildResult> {
  // Loaded here, so that commands which only ask start without the compiler.
  const { compile } = compiler ?? (await import("../../build/compile/compile.js"));
  return showingProgress(quiet, (onProgress) => compile({ ...options, onProgress }));
}
