import { Command } from "commander";
import { countedDigest } from "../../../src/access/key-entry.js";
import { findKey, readKeyFile } from "../../../src/access/key-file.js";
import { jsonOption, keysOption, quotaOption, usageOption } from "../../options.js";
import { print, printJson } from "../../output.js";
import { openUsageReader, type UsageFlags } from "../../usage-reader.js";

export function resetUsageCommand(): Command {
  return new Command("reset-usage")
    .description("reset today's usage of one key or of all callers")
    .argument("[id]", "id of the key; default: all callers")
    .addOption(keysOption())
    .addOption(usageOption())
    .addOption(quotaOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons keys reset-usage\n  icons keys reset-usage k_0123456789")
    .action(async (id: string | undefined, { keys, json, ...flags }: UsageFlags & { keys: string; json?: boolean }) => {
      const entry = id === undefined ? undefined : findKey(keys, readKeyFile(keys), id);
      const usage = await openUsageReader(flags);
      try {
        await usage.reset(entry && countedDigest(entry));
      } finally {
        await usage.close();
      }
      if (json) return printJson({ reset: id ?? "everybody" });
      print(`reset the usage of ${id ?? "everybody"}`);
    });
}
