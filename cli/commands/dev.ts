import { Command } from "commander";
import { openCatalog } from "../../src/catalog/catalog.js";
import { printResult } from "../building/build-result.js";
import { compileShowing } from "../building/compile-showing.js";
import { rebuild } from "../building/rebuild.js";
import { reportFailure } from "../failure.js";
import { argument, option } from "../options.js";
import { paint, print } from "../output.js";
import { addServeOptions, type ServeFlags } from "../serving/serve-options.js";

interface DevFlags extends ServeFlags {
  readonly out: string;
  readonly watch: boolean;
}

export function devCommand(): Command {
  const command = new Command("dev")
    .description("build a dataset, serve it with the pro plan for everybody, and rebuild what is edited")
    .addArgument(argument("data", "dataset: a folder, a .json or an .ndjson file", "data"))
    .addOption(option("--out <folder>", "artifacts folder", "artifacts"))
    .addOption(option("--no-watch", "build once, then only serve"));
  return addServeOptions(command, "pro")
    .addHelpText("after", "\nExamples:\n  icons dev\n  icons dev my-icons --port 4000")
    .action(async (data: string, flags: DevFlags) => {
      await buildFirst(data, flags.out);
      const { runServer } = await import("../serving/run-server.js");
      const server = await runServer(flags.out, flags);
      if (flags.watch) {
        const { watchDataset } = await import("../serving/watch-dataset.js");
        const watching = await watchDataset(data, flags.out, () =>
          rebuild({ data, out: flags.out }, false, server.refresh),
        );
        server.onClose(() => watching.close());
      }
      print(`\nOpen ${paint("cyan", server.address)}`);
      const example = openCatalog(flags.out).record(0);
      const query = encodeURIComponent(example.name.toLowerCase());
      print(`${flags.watch ? `Watching ${data}. ` : ""}Try:`);
      print(`  ${paint("cyan", `curl '${server.address}/api/v1/icons?q=${query}'`)}`);
      print(
        `  ${paint("cyan", `curl '${server.address}/api/v1/similar?id=${encodeURIComponent(example.id)}&limit=5'`)}\n`,
      );
    });
}

/** A mistake ends the command when there is nothing to serve; else the last good generation serves on. */
async function buildFirst(data: string, out: string): Promise<void> {
  try {
    printResult(await compileShowing({ data, out }, false), out);
  } catch (error) {
    if (!canServe(out)) throw error;
    reportFailure(error, false);
    print(paint("yellow", "serving the last good generation"));
  }
}

function canServe(artifacts: string): boolean {
  try {
    return openCatalog(artifacts).size > 0;
  } catch {
    return false;
  }
}
