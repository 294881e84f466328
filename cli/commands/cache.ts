import { Command } from "commander";
import type { Amount } from "../../build/cache/maintain-cache.js";
import { cacheOption, jsonOption, option } from "../options/options.js";
import { period } from "../options/periods.js";
import { formatBytes, print, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

export function cacheCommand(): Command {
  return new Command("cache").addCommand(cacheStatsCommand()).addCommand(clearCacheCommand());
}

function cacheStatsCommand(): Command {
  return new Command("stats")
    .description("show the contents of the cache by version, and how much of it live generations use")
    .addOption(cacheOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons cache stats\n  icons cache stats --cache /srv/analyses --json")
    .action(async ({ cache, json }: { cache: string; json?: boolean }) => {
      const { cacheStats } = await import("../../build/cache/maintain-cache.js");
      const stats = cacheStats(cache);
      if (json) return printJson(stats);
      const { all, byVersion, inUse, unused, leastRecentUse, lastUse } = stats;
      const rows: [string, Amount][] = [
        ["all", all],
        ...byVersion.map(({ version, ...amount }): [string, Amount] => [nameOf(version), amount]),
        ...inUse.map(({ artifacts, ...amount }): [string, Amount] => [`used by ${artifacts}`, amount]),
        ["unused", unused],
      ];
      printTable(
        ["", "analyses", "size"],
        rows.map(([name, { files, bytes }]) => [name, files, formatBytes(bytes)]),
      );
      if (leastRecentUse === undefined || lastUse === undefined) return;
      print(`last used between ${dayOf(leastRecentUse)} and ${dayOf(lastUse)}`);
    });
}

function nameOf(version: number | undefined): string {
  return version === undefined ? "unreadable" : `version ${version}`;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

interface ClearFlags {
  readonly cache: string;
  /** Milliseconds. */
  readonly olderThan?: number;
  readonly unused?: boolean;
  readonly json?: boolean;
}

function clearCacheCommand(): Command {
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
      const { clearCache } = await import("../../build/cache/maintain-cache.js");
      const before = olderThan === undefined ? {} : { before: new Date(Date.now() - olderThan) };
      const removed = clearCache(cache, { unused, ...before });
      if (json) return printJson(removed);
      print(`removed ${removed.files} analyses, ${formatBytes(removed.bytes)}`);
    });
}
