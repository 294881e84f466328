import cluster from "node:cluster";
import { Command } from "commander";
import { openKeyRing } from "../../src/access/key-ring.js";
import { canShare } from "../../src/platform/map-file.js";
import { UsageError } from "../failure.js";
import { argument, option } from "../options.js";
import { reloadOnHangUp } from "../serving/hang-up.js";
import type { MetricsAddress } from "../serving/metrics-address.js";
import type { RunningServer } from "../serving/run-server.js";
import { addServeOptions, type ServeFlags } from "../serving/serve-options.js";
import { supervise } from "../serving/supervise.js";
import { workerCount } from "../serving/worker-count.js";

export function serveCommand(): Command {
  const command = new Command("serve")
    .description("serve the live generation of an artifacts folder")
    .addArgument(argument("artifacts", "artifacts folder", "artifacts"))
    .addOption(
      option(
        "--workers <n>",
        "processes that serve, or auto: one per core; 1 serves itself, from 2 on it supervises",
        1,
      ).argParser(workerCount),
    );
  return addServeOptions(command, "off")
    .addHelpText(
      "after",
      "\nSIGHUP looks for a new generation at once; from 2 workers on it replaces them, one after the other, by new ones of the\nprogram as it is now. SIGTERM answers what is under way and ends.\n\nExamples:\n  icons serve\n  icons serve /srv/icons --port 8080 --workers 4 --public-url https://icons.example.com\n  icons serve --anonymous pro",
    )
    .action(async (artifacts: string, flags: ServeFlags & { workers: number }) => {
      if (flags.workers === 1 || cluster.isWorker) {
        await serveHere(artifacts, flags);
        return;
      }
      if (!canShare)
        throw new UsageError(
          "--workers above 1 needs files that processes can share in memory, which this platform lacks",
        );
      // What the workers could not open is told once, here.
      openKeyRing(flags.keys).close();
      const { openQuota } = await import("../serving/open-quota.js");
      await (await openQuota(flags)).close();
      const metrics = await workersMetrics(flags);
      try {
        await supervise(flags.workers);
      } finally {
        metrics?.close();
      }
    });
}

/** Serves in this process. It can't replace itself without a gap, so SIGHUP only looks for what it follows anyway. */
async function serveHere(artifacts: string, flags: ServeFlags): Promise<void> {
  let server: RunningServer | undefined;
  reloadOnHangUp(() => void server?.refresh());
  const { runServer } = await import("../serving/run-server.js");
  server = await runServer(artifacts, flags);
}

/** What metrics need is loaded only where they are wanted. */
async function workersMetrics({ metrics, logLevel }: ServeFlags): Promise<MetricsAddress | undefined> {
  if (metrics === "off") return undefined;
  const { serveWorkersMetrics } = await import("../serving/supervisor-metrics.js");
  const { createLogger } = await import("../serving/logger.js");
  const { logger } = await createLogger(logLevel);
  return serveWorkersMetrics(metrics, logger);
}
