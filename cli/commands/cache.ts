import { Command } from "commander";
import { clearCacheCommand } from "./cache/clear.js";
import { cacheStatsCommand } from "./cache/stats.js";

export function cacheCommand(): Command {
  return new Command("cache")
    .description("look at and clear the analyses of pictures that builds keep")
    .addCommand(cacheStatsCommand())
    .addCommand(clearCacheCommand());
}
