import { Command } from "commander";
import { clearCacheCommand } from "./cache/clear.js";
import { cacheStatsCommand } from "./cache/stats.js";

export function cacheCommand(): Command {
  return new Command("cache")
    .description("inspect and clear the analysis cache")
    .addCommand(cacheStatsCommand())
    .addCommand(clearCacheCommand());
}
