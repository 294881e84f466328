import { createImageIntake, type ImageIntake } from "../../build/add/image-intake.js";
import { reportFailure } from "../process/failure.js";
import { closeOnSignal } from "../process/signals.js";
import { paint, print, printJson } from "../terminal/output.js";
import { builtText, printFindings, printRefused, printResult } from "./build-report.js";
import { canServe } from "./builder.js";
import { builderMode, joinBuilder } from "./builder-channel.js";
import { type BuildReports, type CustomOptions, createBuilds, type WatchedResult } from "./rebuild.js";
import { type DatasetWatch, watchDataset } from "./watch-dataset.js";

export interface WatchFlags extends CustomOptions {
  readonly json: boolean;
  readonly verbose?: boolean;
  /** Without it, only a builder comes here, to build once. */
  readonly watch: boolean;
}

/**
 * Builds a dataset, and rebuilds it on every edit, until a signal stops the process: it then finishes the current build
 * and exits with 0. Problems are reported, also those of the first build, and the next edit is awaited. A builder ends
 * at once with the process that started it.
 *
 * @throws the system's error if there is no such dataset
 */
export async function buildWatching(options: WatchFlags): Promise<void> {
  const { data, out, json } = options;
  let watching: DatasetWatch | undefined;
  const printed = builderMode === "serve" ? undefined : printReports(options);
  const reports = builderMode === undefined ? printed! : joinBuilder(() => watching?.request(), printed);
  const builds = createBuilds(options, reports, !json && builderMode !== "serve");
  // Before the first build, so that images that appear meanwhile are new.
  const intake = builderMode === "dev" ? await createImageIntake(data, out).catch(() => undefined) : undefined;
  // Before the first build, so that no edit is missed. Builds queue.
  if (options.watch)
    watching = await watchDataset(data, out, async () => {
      await takeIn(intake);
      return builds.build();
    });
  if (!(await builds.build())) watching?.request();
  if (builderMode !== undefined) return;
  closeOnSignal(
    async () => {
      await watching?.close();
      await builds.close();
    },
    (error) => void reportFailure(error, json),
  );
  if (!json) print(`Watching ${data}. Press Ctrl+C to stop.`);
}

/** Prints each build with news: the first in full, each later one on a line, with what went wrong; or as JSON. */
function printReports({ out, json, verbose }: WatchFlags): BuildReports {
  let isFirst = true;
  const show = (result: WatchedResult): void => {
    if (isFirst) printResult(result, out, verbose);
    else {
      if (!result.unchanged) print(`${paint("green", "rebuilt")} ${builtText(result)}, ${result.seconds.toFixed(1)} s`);
      printFindings(result);
    }
    printRefused(result.refused);
  };
  return {
    succeeded(result, hasNews) {
      if (hasNews && json) printJson(result);
      else if (hasNews) show(result);
      isFirst = false;
    },
    failed(error, hasNews) {
      if (!hasNews) return;
      reportFailure(error, json);
      if (!json && canServe(out)) print(paint("yellow", "the last good generation stays live"));
    },
  };
}

/** Makes records of new images. The build after it reports what is wrong with a dataset that can't take any. */
async function takeIn(intake: ImageIntake | undefined): Promise<void> {
  const added = await intake?.take().catch(() => undefined);
  if (added === undefined) return;
  for (const { id, image } of added.records) print(`${paint("green", "added")} ${id} for ${image} to ${added.file}`);
  printRefused(added.refused.filter(({ owner }) => owner === undefined));
}
