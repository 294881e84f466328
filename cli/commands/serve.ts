import { statSync } from "node:fs";
import { Command } from "commander";
import type { Logger } from "pino";
import { canShare } from "../../src/platform/map-file.js";
import { allowHttpOption, argument, customOption, option, variableOf, wholeNumber } from "../options/options.js";
import { expectAddressSpace } from "../process/address-space.js";
import { UsageError } from "../process/failure.js";
import { endProcess } from "../process/output-queue.js";
import { reloadOnSighup } from "../process/signals.js";
import { followFrom, type Source, storeOf } from "../serving/load-follower.js";
import { createLogger } from "../serving/logger.js";
import type { RunningServer } from "../serving/run-server.js";
import { addServeOptions, workerCount } from "../serving/serve-options.js";
import type { WorkersFlags } from "../serving/supervise-serving.js";
import { isWorker } from "../serving/workers/worker-channel.js";

export function serveCommand(): Command {
  const command = new Command("serve")
    .addArgument(argument("artifacts", "artifacts folder", "artifacts"))
    .addOption(
      option(
        "--workers <n>",
        "number of worker processes, or auto for one per core; 1 serves without a supervisor",
        1,
      ).argParser(workerCount),
    )
    .addOption(
      option(
        "--worker-timeout <seconds>",
        "a worker that does not respond to heartbeats for this long is replaced",
        15,
      ).argParser(wholeNumber(2, 3600)),
    )
    .addOption(
      option("--data <dataset>", "build this dataset into the artifacts folder, now and whenever it is edited"),
    )
    .addOption(customOption())
    .addOption(option("--from <store>", "fetch generations from this store: https://host/path or s3://bucket/prefix"))
    .addOption(
      option("--poll <seconds>", "how often the store of --from is polled", 30).argParser(wholeNumber(1, 86_400)),
    )
    .addOption(
      option("--keep <n>", "how many fetched or built generations are kept, including the live one", 3).argParser(
        wholeNumber(1),
      ),
    )
    .addOption(allowHttpOption());
  return addServeOptions(command, "off")
    .addHelpText(
      "after",
      "\nSIGHUP checks for a new generation at once, and builds the dataset of --data. With 2 or more workers it restarts them one by one, without downtime.\nSIGTERM finishes current requests and exits.\n\nExamples:\n  icons serve\n  icons serve /var/lib/icons/artifacts --data my-icons\n  icons serve /srv/icons --port 8080 --workers 4 --public-url https://icons.example.com\n  icons serve --anonymous pro\n  icons serve /var/lib/icons --from https://store.example.com/icons",
    )
    .action(async (artifacts: string, flags: WorkersFlags) => {
      expectAddressSpace();
      let source: Source | undefined;
      let server: RunningServer | undefined;
      // A single process can't replace itself without a gap.
      reloadOnSighup(() => {
        source?.request?.();
        void server?.refresh();
      });
      const store = await storeOf(flags);
      const { data } = flags;
      if (store !== undefined && data !== undefined)
        throw new UsageError("--data builds generations here and --from fetches them; omit one of them");
      if (store === undefined && data === undefined && !isWorker) expectFolder(artifacts);
      const hasWorkers = flags.workers > 1 && !isWorker;
      if (hasWorkers) await checkWorkers(flags);
      const logger = await createLogger(flags);
      let folder = artifacts;
      if (store !== undefined && !isWorker) source = await followFrom(store, artifacts, flags, logger);
      if (data !== undefined && !isWorker) {
        const { serveDataset } = await import("../building/serve-dataset.js");
        const built = await serveDataset(data, artifacts, flags, logger);
        source = built;
        folder = built.artifacts;
      }
      if (hasWorkers) return serveByWorkers(folder, flags, logger, source);
      const { runServer } = await import("../serving/run-server.js");
      server = await runServer(folder, flags, { logger });
      if (source === undefined) return;
      source.onNews?.(() => void server?.refresh());
      server.follow(source);
      server.onClose(async () => source?.close());
    });
}

/** Reports what would stop every worker. */
async function checkWorkers(flags: WorkersFlags): Promise<void> {
  if (!canShare)
    throw new UsageError("--workers above 1 needs files shared in memory, which this platform does not support");
  const { openQuota } = await import("../serving/open-quota.js");
  await (await openQuota(flags, "server")).quota.close();
}

/** @param artifacts which workers serve, too */
async function serveByWorkers(
  artifacts: string,
  flags: WorkersFlags,
  logger: Logger,
  source: Source | undefined,
): Promise<void> {
  // Without effect if it is an argument: then it is the same folder.
  process.env[variableOf("artifacts")] = artifacts;
  const { superviseServing } = await import("../serving/supervise-serving.js");
  await superviseServing(flags, logger, source);
  await endProcess(0);
}

/**
 * An existing folder may be filled later; until then, the server responds with 503. A missing folder is more likely a typo
 * that would go unnoticed: the first build or `--from` creates it.
 *
 * @throws UsageError if there is no such folder
 */
function expectFolder(artifacts: string): void {
  const info = statSync(artifacts, { throwIfNoEntry: false });
  if (info?.isDirectory()) return;
  const problem = info === undefined ? "there is no such folder" : "is not a folder";
  throw new UsageError(
    `${artifacts}: ${problem}; give the folder that \`icons build --out\` wrote, or fetch into it with --from. To serve a folder before it is filled, create it`,
  );
}
