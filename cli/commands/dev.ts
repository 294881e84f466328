import { Command } from "commander";
import type { ImageIntake } from "../../build/add/image-intake.js";
import type { BuildOptions } from "../../build/compile/options.js";
import { openCatalog } from "../../src/catalog/catalog.js";
import { printResult } from "../building/build-report.js";
import { type Builds, createBuilds, mayPass } from "../building/rebuild.js";
import { argument, option } from "../options/options.js";
import { expectAddressSpace } from "../process/address-space.js";
import { reportFailure } from "../process/failure.js";
import { describeUse, findPort } from "../process/port-in-use.js";
import type { RunningServer } from "../serving/run-server.js";
import { addServeOptions, type ServeFlags } from "../serving/serve-options.js";
import { paint, print, printNote } from "../terminal/output.js";

type WatchDataset = typeof import("../building/watch-dataset.js").watchDataset;

interface DevFlags extends ServeFlags {
  readonly out: string;
  readonly watch: boolean;
  readonly verbose?: boolean;
}

export function devCommand(): Command {
  const command = new Command("dev")
    .addArgument(argument("data", "dataset: a folder, a .json or an .ndjson file", "data"))
    .addOption(option("--out <folder>", "artifacts folder", "artifacts"))
    .addOption(option("--no-watch", "build once, without watching for edits"))
    .addOption(option("--verbose", "also list the files of the generation, and log what the server does"));
  return addServeOptions(command, "pro", "warn")
    .addHelpText("after", "\nExamples:\n  icons dev\n  icons dev my-icons --port 4000")
    .action(async (data: string, flags: DevFlags) => {
      expectAddressSpace();
      const port = await findPort(flags, process.stdout.isTTY);
      if (port !== flags.port) print(`${describeUse(flags)}; using ${paint("cyan", `port ${port}`)}`);
      const { createCompiler } = await import("../../build/compile/compile.js");
      const compiler = createCompiler();
      let server: RunningServer | undefined;
      const options = { data, out: flags.out, allowRemovals: true };
      const builds = createBuilds(compiler, options, false, () => server?.refresh());
      try {
        const { createImageIntake } = await import("../../build/add/image-intake.js");
        // Before the first build, so that images that appear meanwhile are new.
        const intake = flags.watch ? await createImageIntake(data, flags.out).catch(() => undefined) : undefined;
        const again = await buildFirst(builds, data, flags);
        const { runServer } = await import("../serving/run-server.js");
        // Imported before the server listens, so that a failed import ends the command.
        const { watchDataset } = await import("../building/watch-dataset.js");
        server = await runServer(flags.out, { ...flags, port, logLevel: levelOf(flags) }, flags.watch);
        const stop = flags.watch ? await watch(watchDataset, builds, options, intake, again) : undefined;
        server.onClose(async () => {
          await stop?.();
          await compiler.close();
        });
        tellOf(server.address!, data, flags);
      } catch (error) {
        // Its child processes would keep this one running.
        await compiler.close();
        throw error;
      }
    });
}

/** Builds after edits. @param again whether to build once more now @returns a function that ends it */
async function watch(
  watchDataset: WatchDataset,
  builds: Builds,
  { data, out }: BuildOptions,
  intake: ImageIntake | undefined,
  again: boolean,
): Promise<() => Promise<void>> {
  const watching = await watchDataset(data, out, async () => {
    await takeIn(intake);
    return builds.again();
  });
  if (again) watching.request();
  return watching.close;
}

/** Makes records of new images. The build after it reports what is wrong with a dataset that can't take any. */
async function takeIn(intake: ImageIntake | undefined): Promise<void> {
  const added = await intake?.take().catch(() => undefined);
  if (added === undefined) return;
  for (const { id, image } of added.records) print(`${paint("green", "added")} ${id} for ${image} to ${added.file}`);
  for (const { image, reason, owner } of added.refused)
    if (owner === undefined) printNote(`${image} is not added: ${reason}`);
}

/** Only warnings, so that the address stays in sight, unless more is asked for. */
function levelOf({ logLevel, verbose }: DevFlags): DevFlags["logLevel"] {
  return verbose && logLevel === "warn" ? "info" : logLevel;
}

function tellOf(address: string, data: string, { out, watch }: DevFlags): void {
  print(`Open ${paint("cyan", address)}`);
  const example = openCatalog(out).record(0);
  const query = encodeURIComponent(example.name.toLowerCase());
  print(`${watch ? `Watching ${data}. ` : ""}Try:`);
  print(`  ${paint("cyan", `curl '${address}/api/v1/icons?q=${query}'`)}`);
  print(`  ${paint("cyan", `curl '${address}/api/v1/similar?id=${encodeURIComponent(example.id)}&limit=5'`)}`);
  print("");
}

/**
 * A failed build ends the command if there is nothing to serve; otherwise the last good generation stays live.
 *
 * @returns whether to build once more when the dataset is watched: edits made meanwhile caused no event, and a failure
 * may be temporary
 */
async function buildFirst(builds: Builds, data: string, { out, verbose }: DevFlags): Promise<boolean> {
  if (!canServe(out))
    print(`Building ${data} for the first time: up to 2 s per 100 images. Later builds analyze only new ones.`);
  try {
    printResult(await builds.first(), out, verbose);
    return true;
  } catch (error) {
    if (!canServe(out)) throw error;
    reportFailure(error, false);
    print(paint("yellow", "the build failed; serving the last good generation"));
    return mayPass(error);
  }
}

function canServe(artifacts: string): boolean {
  try {
    return openCatalog(artifacts).size > 0;
  } catch {
    return false;
  }
}
