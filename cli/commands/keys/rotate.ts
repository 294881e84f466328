import { Command } from "commander";
import { rotateKey } from "../../../src/access/key-file.js";
import { jsonOption, keysOption, option } from "../../options.js";
import { print, printJson } from "../../output.js";
import { period } from "../../periods.js";
import { printKeyNote } from "./key-note.js";

const DAY_MS = 86_400_000;

export function rotateKeyCommand(): Command {
  return new Command("rotate")
    .description(
      "replace a key and print the new one once; the old one stays valid for the grace period, and both share one quota",
    )
    .argument("<id>", "id of the key, as shown by `icons keys list`")
    .addOption(
      option("--grace <period>", "how long the old key stays valid; 0 ends it at once")
        .default(DAY_MS, "24h")
        .argParser(period),
    )
    .addOption(keysOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons keys rotate k_0123456789\n  icons keys rotate k_0123456789 --grace 0   # the key has leaked",
    )
    .action(async (id: string, { keys, grace, json }: { keys: string; grace: number; json?: boolean }) => {
      const { entry, key } = await rotateKey(keys, id, grace);
      const previousUntil = entry.previous?.at(-1)?.expires;
      if (json) return printJson({ id, key, tier: entry.tier, previousUntil });
      print(key);
      printKeyNote(
        `key ${id}, ${entry.tier}, the old one ${previousUntil === undefined ? "is refused" : `until ${previousUntil}`}`,
      );
    });
}
