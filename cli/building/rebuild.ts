import type { Compiler } from "../../build/compile/compile.js";
import type { BuildOptions, BuildResult } from "../../build/compile/options.js";
import { reportFailure } from "../failure.js";
import { paint, print } from "../output.js";
import { compileShowing } from "./compile-showing.js";

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
