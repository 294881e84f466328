import type { Compiler } from "../../build/compile/compile.js";
import { DroppedIconsError } from "../../build/compile/dropped-icons.js";
import { type BuildOptions, type BuildResult, SkippedImagesError } from "../../build/compile/options.js";
import { DatasetError } from "../../build/dataset/problems.js";
import { reportFailure } from "../process/failure.js";
import { paint, print } from "../terminal/output.js";
import { showingProgress } from "../terminal/progress.js";
import { builtText, type Findings, printFindings } from "./build-report.js";

/** Interval between two reports of a persisting failure. */
const REPORT_EVERY_MS = 60_000;

/** Builds of one dataset, one after the other. */
export interface Builds {
  /** The first build, with progress; the caller prints its result. @throws the errors of `compile` */
  first(): Promise<BuildResult>;
  /**
   * Rebuilds the edited dataset and prints the result on one line, and what went wrong as after the first build. Reports
   * problems and leaves the live generation unchanged.
   *
   * @returns false if a system error prevented a read, so that the same build may succeed later
   */
  again(): Promise<boolean>;
}

/**
 * @param json whether only failures are printed, as JSON
 * @param onBuilt called with each result of `again` that differs from the one before it, before it is reported
 */
export function createBuilds(
  compiler: Compiler,
  options: BuildOptions,
  json: boolean,
  onBuilt: (result: BuildResult) => Promise<void> | void,
): Builds {
  let reported: { readonly message: string; readonly at: number } | undefined;
  let found = "";
  /** Whether a result has other findings than the one before it. */
  const hasNews = ({ skipped, removedParts, stale, cacheFailure }: Findings): boolean => {
    const before = found;
    found = JSON.stringify([skipped, removedParts, stale, cacheFailure]);
    return found !== before;
  };
  return {
    async first() {
      const result = await compileShowing(compiler, options, json);
      hasNews(result);
      return result;
    },
    async again() {
      try {
        const result = await compileShowing(compiler, options, true);
        reported = undefined;
        const { unchanged, seconds, skipped } = result;
        if (hasNews(result) || !unchanged) {
          await onBuilt(result);
          if (!json && !unchanged) print(`${paint("green", "rebuilt")} ${builtText(result)}, ${seconds.toFixed(1)} s`);
          if (!json) printFindings(result);
        }
        return !skipped.some(({ code }) => code !== undefined);
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
    },
  };
}

/** Whether a failed build may succeed without an edit, since the cause was a system error. */
export function mayPass(error: unknown): boolean {
  if (error instanceof DatasetError) return error.problems.some(({ code }) => code !== undefined);
  if (error instanceof SkippedImagesError) return error.skipped.some(({ code }) => code !== undefined);
  return !(error instanceof DroppedIconsError);
}

/** Compiles with progress on standard error. */
function compileShowing({ compile }: Compiler, options: BuildOptions, quiet: boolean): Promise<BuildResult> {
  return showingProgress(quiet, (onProgress) => compile({ ...options, onProgress }));
}
