import type { BuildOptions, BuildResult } from "../../build/compile/options.js";
import { reportFailure } from "../process/failure.js";
import { closeOnSignal } from "../process/signals.js";
import { print } from "../terminal/output.js";
import { createBuilds, mayPass } from "./rebuild.js";
import { watchDataset } from "./watch-dataset.js";

/**
 * Builds a dataset, and rebuilds it on every edit, until a signal stops the process: it then finishes the current build
 * and exits with 0. Problems are reported, also those of the first build, and the next edit is awaited.
 *
 * @param show prints the first build; with JSON, every build
 * @throws the system's error if there is no such dataset
 */
export async function buildWatching(
  options: BuildOptions,
  json: boolean,
  show: (result: BuildResult) => void,
): Promise<void> {
  const { data, out } = options;
  const { createCompiler } = await import("../../build/compile/compile.js");
  const compiler = createCompiler();
  const builds = createBuilds(compiler, options, json, (result) => {
    if (json) show(result);
  });
  // Before the first build, so that no edit is missed. Builds queue.
  const watching = await watchDataset(data, out, builds.again);
  try {
    show(await builds.first());
  } catch (error) {
    reportFailure(error, json);
    if (mayPass(error)) watching.request();
  }
  closeOnSignal(
    async () => {
      await watching.close();
      await compiler.close();
    },
    (error) => void reportFailure(error, json),
  );
  if (!json) print(`Watching ${data}. Press Ctrl+C to stop.`);
}
