import { Command } from "commander";
import type { Amount } from "../../../build/cache/maintain-cache.js";
import { cacheOption, jsonOption } from "../../options.js";
import { formatBytes, print, printJson } from "../../output.js";
import { printTable } from "../../table.js";

export function cacheStatsCommand(): Command {
  return new Command("stats")
    .description("show the contents of the cache by version, and how much of it live generations use")
    .addOption(cacheOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons cache stats\n  icons cache stats --cache /srv/analyses --json")
    .action(async ({ cache, json }: { cache: string; json?: boolean }) => {
      const { cacheStats } = await import("../../../build/cache/maintain-cache.js");
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
      print(`used last between ${dayOf(leastRecentUse)} and ${dayOf(lastUse)}`);
    });
}

function nameOf(version: number | undefined): string {
  return version === undefined ? "unreadable" : `version ${version}`;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
