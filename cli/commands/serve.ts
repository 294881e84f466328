import cluster from "node:cluster";
import { Command } from "commander";
import { openKeyRing } from "../../src/access/key-ring.js";
import { openUsageFile } from "../../src/access/usage-file.js";
import { canShare } from "../../src/platform/map-file.js";
import { UsageError } from "../failure.js";
import { allowHttpOption, option, wholeNumber } from "../options.js";
import { type FromFlags, followFrom, storeOf } from "../serving/from-store.js";
import { addServeOptions } from "../serving/serve-options.js";
import { supervise } from "../serving/supervise.js";

export function serveCommand(): Command {
  const command = new Command("serve")
    .description("serve the live generation of an artifacts folder")
    .argument("[artifacts]", "artifacts folder", process.env.ICONS_ARTIFACTS ?? "artifacts")
    .addOption(
      option("--workers <n>", "processes that serve; 1 serves itself, from 2 on it supervises", 1).argParser(
        wholeNumber(1, 256),
      ),
    )
    .addOption(
      option("--from <store>", "fetch generations from here into the folder: https://host/path or s3://bucket/prefix"),
    )
    .addOption(
      option("--poll <seconds>", "how often --from is asked for another one", 30).argParser(wholeNumber(1, 86_400)),
    )
    .addOption(
      option("--keep <n>", "generations of --from that are kept, the live one among them", 3).argParser(wholeNumber(1)),
    )
    .addOption(allowHttpOption());
  return addServeOptions(command, "off")
    .addHelpText(
      "after",
      "\nExamples:\n  icons serve\n  icons serve /srv/icons --port 8080 --workers 4 --public-url https://icons.example.com\n  icons serve --anonymous pro\n  icons serve /var/lib/icons --from https://store.example.com/icons",
    )
    .action(async (artifacts: string, flags: FromFlags & { workers: number }) => {
      const store = await storeOf(flags);
      if (flags.workers === 1 || cluster.isWorker) {
        const { runServer } = await import("../serving/run-server.js");
        const server = await runServer(artifacts, flags);
        if (store === undefined || cluster.isWorker) return;
        const follower = await followFrom(store, artifacts, flags);
        server.onClose(async () => follower.close());
        return;
      }
      if (!canShare)
        throw new UsageError(
          "--workers above 1 needs files that processes can share in memory, which this platform lacks",
        );
      // What the workers could not open is told once, here.
      openKeyRing(flags.keys).close();
      openUsageFile(flags.usage).close();
      const follower = store === undefined ? undefined : await followFrom(store, artifacts, flags);
      try {
        await supervise(flags.workers);
      } finally {
        follower?.close();
      }
    });
}
