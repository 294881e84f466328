import cluster from "node:cluster";
import { Command } from "commander";
import { openKeyRing } from "../../src/access/key-ring.js";
import { canShare } from "../../src/platform/map-file.js";
import { UsageError } from "../failure.js";
import { option, wholeNumber } from "../options.js";
import { addServeOptions, type ServeFlags } from "../serving/serve-options.js";
import { supervise } from "../serving/supervise.js";

export function serveCommand(): Command {
  const command = new Command("serve")
    .description("serve the live generation of an artifacts folder")
    .argument("[artifacts]", "artifacts folder", process.env.ICONS_ARTIFACTS ?? "artifacts")
    .addOption(
      option("--workers <n>", "processes that serve; 1 serves itself, from 2 on it supervises", 1).argParser(
        wholeNumber(1, 256),
      ),
    );
  return addServeOptions(command, "off")
    .addHelpText(
      "after",
      "\nExamples:\n  icons serve\n  icons serve /srv/icons --port 8080 --workers 4 --public-url https://icons.example.com\n  icons serve --anonymous pro",
    )
    .action(async (artifacts: string, flags: ServeFlags & { workers: number }) => {
      if (flags.workers === 1 || cluster.isWorker) {
        const { runServer } = await import("../serving/run-server.js");
        await runServer(artifacts, flags);
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
      await supervise(flags.workers);
    });
}
