import { existsSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { TIERS, type Tier } from "../../../src/access/key.js";
import { createKey } from "../../../src/access/key-file.js";
import { normalOrigin } from "../../../src/access/origins.js";
import { collect, jsonOption, keysOption, option } from "../../options.js";
import { print, printJson, printNote } from "../../output.js";
import { futureTime } from "../../periods.js";
import { printKeyNote } from "./key-note.js";

interface CreateFlags {
  readonly keys: string;
  readonly tier: Tier;
  readonly name?: string;
  readonly expires?: Date;
  readonly origins?: readonly string[];
  readonly json?: boolean;
}

export function createKeyCommand(): Command {
  return new Command("create")
    .description("create a key and print it once; only its digest is stored")
    .addOption(option("--tier <tier>", "plan").choices(TIERS).makeOptionMandatory())
    .addOption(option("--name <name>", "what the key is for"))
    .addOption(
      option("--expires <time>", "expiry: a date (00:00 UTC), a time, or a period such as 90d").argParser(futureTime),
    )
    .addOption(
      option(
        "--origins <list>",
        "web pages that may use it, with commas: https://a.example,https://*.b.example; requests that name no page are refused, too",
      ).argParser(origins),
    )
    .addOption(keysOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons keys create --tier free --name website --origins https://example.com\n  icons keys create --tier pro --expires 90d --json | jq -r .key",
    )
    .action(async ({ keys, tier, name, json, ...limits }: CreateFlags) => {
      const isNew = !existsSync(keys);
      const { entry, key } = await createKey(keys, tier, name, limits);
      if (isNew && process.geteuid?.() === 0) noteOwner(keys);
      const { expires, origins: allowed } = entry;
      if (json) return printJson({ id: entry.id, key, tier, expires, origins: allowed });
      print(key);
      printKeyNote(`key ${entry.id}, ${tier}${expires === undefined ? "" : `, until ${expires}`}`);
    });
}

/** A file that root creates is of no use to a service that runs as a user of its own. */
function noteOwner(keys: string): void {
  printNote(
    `${keys} is new and only root can read it. If the service runs as another user, run \`chown USER ${keys}\`; later commands keep its owner.`,
  );
}

function origins(text: string, previous?: readonly string[]): string[] {
  const named = collect(text);
  if (named.length === 0) throw new InvalidArgumentError("Name an origin, such as https://a.example.");
  try {
    return [...(previous ?? []), ...named.map(normalOrigin)];
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
