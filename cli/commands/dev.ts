import { Command } from "commander";
import { openCatalog } from "../../src/catalog/catalog.js";
import { canServe, startBuilder } from "../building/builder.js";
import { argument, option } from "../options/options.js";
import { expectAddressSpace } from "../process/address-space.js";
import { EXIT } from "../process/failure.js";
import { describeUse, findPort } from "../process/port-in-use.js";
import { createLogger } from "../serving/logger.js";
import type { RunningServer } from "../serving/run-server.js";
import { addServeOptions, type ServeFlags } from "../serving/serve-options.js";
import { paint, print } from "../terminal/output.js";

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
      const { out: artifacts, watch, verbose } = flags;
      const port = await findPort(flags, process.stdout.isTTY);
      if (port !== flags.port) print(`${describeUse(flags)}; using ${paint("cyan", `port ${port}`)}`);
      if (!canServe(artifacts))
        print(`Building ${data} for the first time: up to 2 s per 100 images. Later builds analyze only new ones.`);
      let server: RunningServer | undefined;
      const buildFlags = [...(watch ? ["--watch"] : []), ...(verbose ? ["--verbose"] : [])];
      const onBuilt = (): void => void server?.refresh();
      const builder = startBuilder({ mode: "dev", data, artifacts, flags: buildFlags, onBuilt });
      await builder.first;
      if (!canServe(artifacts)) {
        // The builder has printed why.
        builder.close();
        process.exitCode = EXIT.failure;
        return;
      }
      const { runServer } = await import("../serving/run-server.js");
      const served = { ...flags, port, logLevel: levelOf(flags) };
      server = await runServer(artifacts, served, { isEdited: watch, logger: await createLogger(served) });
      server.follow(builder);
      server.onClose(async () => builder.close());
      tellOf(server.address!, data, flags);
    });
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
