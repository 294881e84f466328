import type { CustomRecords } from "../../build/add/custom-images.js";
import { createCompiler } from "../../build/compile/compile.js";
import { DroppedIconsError } from "../../build/compile/dropped-icons.js";
import { type BuildOptions, type BuildResult, SkippedImagesError } from "../../build/compile/options.js";
import { DatasetError } from "../../build/dataset/problems.js";
import { showingProgress } from "../terminal/progress.js";

/** Interval between two reports of a persisting failure. */
const REPORT_EVERY_MS = 60_000;

/** Builds of one dataset, one after the other. */
export interface Builds {
  /**
   * Builds the dataset and reports the result, or what is wrong; the live generation then stays.
   *
   * @returns false if a system error prevented a read, so that the same build may succeed later
   */
  build(): Promise<boolean>;
  /** Waits for a running build, then ends processes and threads. */
  close(): Promise<void>;
}

/** Result of a build with the images of `--custom` that can't be icons. */
export type WatchedResult = BuildResult & Pick<CustomRecords, "refused">;

/** Receives the results of builds. */
export interface BuildReports {
  /** @param hasNews whether the generation or what the build has found differs from the build before */
  succeeded(result: WatchedResult, hasNews: boolean): Promise<void> | void;
  /** @param hasNews false if the same failure was reported within the last minute, and no edit was made since */
  failed(error: unknown, hasNews: boolean): void;
}

/** @param showsProgress whether the first build shows its progress */
export function createBuilds(options: CustomOptions, reports: BuildReports, showsProgress: boolean): Builds {
  const { compile, close } = createCompiler();
  let isQuiet = !showsProgress;
  let reported: { readonly message: string; readonly at: number } | undefined;
  let before = "";
  return {
    async build() {
      const wasQuiet = isQuiet;
      isQuiet = true;
      try {
        const { refused, ...inputs } = await withCustom(options);
        const result = await showingProgress(wasQuiet, (onProgress) => compile({ ...inputs, onProgress }));
        reported = undefined;
        const { generation, skipped, removedParts, stale, cacheFailure } = result;
        const found = JSON.stringify([generation, skipped, removedParts, stale, cacheFailure, refused]);
        const hasNews = found !== before;
        before = found;
        await reports.succeeded({ ...result, refused }, hasNews);
        return !skipped.some(({ code }) => code !== undefined);
      } catch (error) {
        const isSettled = !mayPass(error);
        const { message } = error as Error;
        const isKnown = reported?.message === message && performance.now() - reported.at < REPORT_EVERY_MS;
        const hasNews = isSettled || !isKnown;
        if (hasNews) reported = { message, at: performance.now() };
        reports.failed(error, hasNews);
        return isSettled;
      }
    },
    close,
  };
}

/** Options of a build with `--custom`. */
export interface CustomOptions extends BuildOptions {
  readonly custom?: string;
}

/** Adds records for the images of `--custom` to the input of a build. */
export async function withCustom<Options extends CustomOptions>(options: Options): Promise<Options & CustomRecords> {
  const { data, out, custom } = options;
  if (custom === undefined) return { ...options, records: undefined, refused: [] };
  const { writeCustomRecords } = await import("../../build/add/custom-images.js");
  return { ...options, ...(await writeCustomRecords(data, custom, out)) };
}

/** Whether a failed build may succeed without an edit, since the cause was a system error. */
function mayPass(error: unknown): boolean {
  if (error instanceof DatasetError) return error.problems.some(({ code }) => code !== undefined);
  if (error instanceof SkippedImagesError) return error.skipped.some(({ code }) => code !== undefined);
  return !(error instanceof DroppedIconsError);
}
