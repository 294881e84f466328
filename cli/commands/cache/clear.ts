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
    .description("remove all or some analyses; the next build redoes those it needs")
    .addOption(
      option(
        "--older-than <period>",
        "remove analyses that no build has used for this long, such as 30d or 12h",
      ).argParser(period),
    )
    .addOption(option("--unused", "remove analyses that no live generation uses"))
    .addOption(cacheOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons cache clear --unused\n  icons cache clear --older-than 30d")
    .action(async ({ cache, olderThan, unused = false, json }: ClearFlags) => {
      const { clearCache } = await import("../../../build/cache/maintain-cache.js");
      const before = olderThan === undefined ? {} : { before: new Date(Date.now() - olderThan) };
      const removed = clearCache(cache, { unused, ...before });
      if (json) return printJson(removed);
      print(`removed ${removed.files} analyses, ${formatBytes(removed.bytes)}`);
    });
}
