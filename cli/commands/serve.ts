import { statSync } from "node:fs";
import { Command } from "commander";
import { canShare } from "../../src/platform/map-file.js";
import { allowHttpOption, argument, option, wholeNumber } from "../options/options.js";
import { expectAddressSpace } from "../process/address-space.js";
import { UsageError } from "../process/failure.js";
import { endProcess } from "../process/output-queue.js";
import { reloadOnSighup } from "../process/signals.js";
import { type FromFlags, loadFollower, storeOf } from "../serving/load-follower.js";
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
    .addOption(option("--from <store>", "fetch generations from this store: https://host/path or s3://bucket/prefix"))
    .addOption(
      option("--poll <seconds>", "how often the store of --from is polled", 30).argParser(wholeNumber(1, 86_400)),
    )
    .addOption(
      option("--keep <n>", "how many fetched generations are kept, including the live one", 3).argParser(
        wholeNumber(1),
      ),
    )
    .addOption(allowHttpOption());
  return addServeOptions(command, "off")
    .addHelpText(
      "after",
      "\nSIGHUP checks for a new generation at once. With 2 or more workers it restarts them one by one, without downtime.\nSIGTERM finishes current requests and exits.\n\nExamples:\n  icons serve\n  icons serve /srv/icons --port 8080 --workers 4 --public-url https://icons.example.com\n  icons serve --anonymous pro\n  icons serve /var/lib/icons --from https://store.example.com/icons",
    )
    .action(async (artifacts: string, flags: WorkersFlags) => {
      expectAddressSpace();
      if (flags.workers === 1 || isWorker) await serveHere(artifacts, flags);
      else await serveByWorkers(artifacts, flags);
    });
}

/** Serves in this process. It can't replace itself without a gap, so SIGHUP only polls what it follows anyway. */
async function serveHere(artifacts: string, flags: FromFlags): Promise<void> {
  let server: RunningServer | undefined;
  reloadOnSighup(() => void server?.refresh());
  const store = await storeOf(flags);
  if (store === undefined && !isWorker) expectFolder(artifacts);
  const follows = store !== undefined && !isWorker;
  const followFrom = follows ? await loadFollower() : undefined;
  const { runServer } = await import("../serving/run-server.js");
  server = await runServer(artifacts, flags);
  if (store === undefined || followFrom === undefined) return;
  const follower = followFrom(store, artifacts, flags, server.logger);
  server.follow(follower);
  server.onClose(async () => follower.close());
}

async function serveByWorkers(artifacts: string, flags: WorkersFlags): Promise<void> {
  if (!canShare)
    throw new UsageError("--workers above 1 needs files shared in memory, which this platform does not support");
  const store = await storeOf(flags);
  if (store === undefined) expectFolder(artifacts);
  // Reports an unusable file once, before any worker fails to open it.
  const { openQuota } = await import("../serving/open-quota.js");
  await (await openQuota(flags, "server")).quota.close();
  const { superviseServing } = await import("../serving/supervise-serving.js");
  await superviseServing(artifacts, store, flags);
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
