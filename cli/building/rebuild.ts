import type { Compiler } from "../../build/compile/compile.js";
import { DroppedIconsError } from "../../build/compile/dropped-icons.js";
import { type BuildOptions, type BuildResult, SkippedImagesError } from "../../build/compile/options.js";
import { DatasetError } from "../../build/dataset/problems.js";
import { reportFailure } from "../process/failure.js";
import { paint, print } from "../terminal/output.js";
import { showingProgress } from "../terminal/progress.js";
import { builtText } from "./build-report.js";

/** Interval between two reports of a persisting failure. */
const REPORT_EVERY_MS = 60_000;

/**
 * Returns a function that rebuilds an edited dataset and prints the result on one line. It reports problems and leaves
 * the live generation unchanged. The function returns false if a system error prevented a read, so that the same build
 * may succeed later.
 *
 * @param onLive called with a new generation before it is reported
 */
export function createRebuild(
  compiler: Compiler,
  options: BuildOptions,
  json: boolean,
  onLive: (result: BuildResult) => Promise<void> | void,
): () => Promise<boolean> {
  let reported: { readonly message: string; readonly at: number } | undefined;
  return async () => {
    try {
      const result = await compileShowing(options, true, compiler);
      reported = undefined;
      const { unchanged, seconds, skipped } = result;
      const isSettled = !skipped.some(({ code }) => code !== undefined);
      if (unchanged) return isSettled;
      await onLive(result);
      if (!json) print(`${paint("green", "rebuilt")} ${builtText(result)}, ${seconds.toFixed(1)} s`);
      return isSettled;
    } catch (error) {
      const isSettled = !mayPass(error);
      const { message } = error as Error;
      const isKnown = reported?.message === message && performance.now() - reported.at < REPORT_EVERY_MS;
      if (isKnown && !isSettled) return false;
      reported = { message, at: performance.now() };
      reportFailure(error, json);
      if (!json) print(paint("yellow", "the last good generation stays live"));
      return isSettled;
    }
  };
}

/** Whether a failed build may succeed without an edit, since the cause was a system error. */
export function mayPass(error: unknown): boolean {
  if (error instanceof DatasetError) return error.problems.some(({ code }) => code !== undefined);
  if (error instanceof SkippedImagesError) return error.skipped.some(({ code }) => code !== undefined);
  return !(error instanceof DroppedIconsError);
}

/** Compiles with progress on standard error. @param compiler for repeated builds; default: a new one for this build */
export async function compileShowing(options: BuildOptions, quiet: boolean, compiler?: Compiler): Promise<BuildResult> {
  // Imported lazily, so that read-only commands start without the compiler.
  const { compile } = compiler ?? (await import("../../build/compile/compile.js"));
  return showingProgress(quiet, (onProgress) => compile({ ...options, onProgress }));
}
