import type { Compiler } from "../../build/compile/compile.js";
import type { BuildOptions, BuildResult } from "../../build/compile/options.js";
import { reportFailure } from "../process/failure.js";
import { paint, print } from "../terminal/output.js";
import { showingProgress } from "../terminal/progress.js";

/**
 * Builds a dataset that was edited and tells in a line what came of it. A mistake in it is told, and what was live stays so.
 *
 * @param onLive what is to be done about a new generation, before it is told
 */
export async function rebuild(
  compiler: Compiler,
  options: BuildOptions,
  json: boolean,
  onLive: (result: BuildResult) => Promise<void> | void,
): Promise<void> {
  try {
    const result = await compileShowing(options, true, compiler);
    const { unchanged, icons, analysed, seconds } = result;
    if (unchanged) return;
    await onLive(result);
    if (!json)
      print(`${paint("green", "rebuilt")} ${icons} icons, ${analysed} pictures analysed, ${seconds.toFixed(1)} s`);
  } catch (error) {
    reportFailure(error, json);
    if (!json) print(paint("yellow", "the last good generation stays live"));
  }
}

/** Compiles with progress on standard error. @param compiler one that compiles again and again; default: one for this time */
export async function compileShowing(options: BuildOptions, quiet: boolean, compiler?: Compiler): Promise<BuildResult> {
  // Loaded here, so that commands which only ask start without the compiler.
  const { compile } = compiler ?? (await import("../../build/compile/compile.js"));
  return showingProgress(quiet, (onProgress) => compile({ ...options, onProgress }));
}
