import { Command } from "commander";
import { cacheOption, jsonOption, option } from "../../options.js";
import { formatBytes, print, printJson } from "../../output.js";
import { period } from "../../periods.js";

interface ClearFlags {
  readonly cache: string;
  /** Milliseconds. */
  readonly olderThan?: number;
  readonly unused?: boolean;
  readonly json?: boolean;
}

export function clearCacheCommand(): Command {
  return new Command("clear")
    .description("remove analyses, all or some; the next build makes anew what it needs")
    .addOption(option("--older-than <period>", "those that no build has used for so long: 30d, 12h").argParser(period))
    .addOption(option("--unused", "those that no live generation was made with"))
    .addOption(cacheOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons cache clear --unused\n  icons cache clear --older-than 30d")
    .action(async ({ cache, olderThan, unused = false, json }: ClearFlags) => {
      const { clearCache } = await import("../../../build/cache/clear-cache.js");
      const before = olderThan === undefined ? {} : { before: new Date(Date.now() - olderThan) };
      const removed = clearCache(cache, { unused, ...before });
      if (json) return printJson(removed);
      print(`removed ${removed.files} analyses, ${formatBytes(removed.bytes)}`);
    });
}
