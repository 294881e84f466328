import { existsSync, statSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { TIERS, type Tier } from "../../src/access/key.js";
import { isExpired, type KeyEntry } from "../../src/access/key-entry.js";
import { createKey, readKeyFile, revokeKey, rotateKey } from "../../src/access/key-file.js";
import { normalOrigin } from "../../src/access/origins.js";
import { collect, jsonOption, keysOption, option } from "../options/options.js";
import { futureTime, period } from "../options/periods.js";
import { paint, print, printJson, printNote } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";
import { resetUsageCommand, usageCommand } from "./key-usage.js";

const DAY_MS = 86_400_000;

export function keysCommand(): Command {
  const keys = new Command("keys");
  const commands = [
    createKeyCommand(),
    listKeysCommand(),
    usageCommand(),
    rotateKeyCommand(),
    revokeKeyCommand(),
    resetUsageCommand(),
  ];
  for (const command of commands) keys.addCommand(command);
  return keys;
}

interface CreateFlags {
  readonly keys: string;
  readonly tier: Tier;
  readonly name?: string;
  readonly expires?: Date;
  readonly origins?: readonly string[];
  readonly json?: boolean;
}

function createKeyCommand(): Command {
  const command = new Command("create");
  // People look for the word that the rest of the service uses.
  return command
    .on("option:plan", (tier: string) => {
      command.setOptionValue("tier", tier);
      command.setOptionValue("plan", undefined);
    })
    .description("create a key and print it once; only its digest is stored")
    .addOption(option("--tier <tier>", "plan").choices(TIERS).makeOptionMandatory())
    .addOption(option("--name <name>", "what the key is for"))
    .addOption(
      option("--expires <time>", "expiry: a date (00:00 UTC), a time, or a period such as 90d").argParser(futureTime),
    )
    .addOption(
      option(
        "--origins <list>",
        "web pages that may use it, with commas: https://a.example,https://*.b.example; requests without Origin and Referer headers are rejected, too",
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
      if (isNew && process.geteuid?.() === 0 && statSync(keys).uid === 0) noteOwner(keys);
      const { expires, origins: allowed } = entry;
      if (json) return printJson({ id: entry.id, key, tier, expires, origins: allowed });
      print(key);
      printKeyNote(`key ${entry.id}, ${tier}${expires === undefined ? "" : `, until ${expires}`}`);
    });
}

/** A service that runs as another user can't read a file of root. In a folder of the service, the file is not root's. */
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

function listKeysCommand(): Command {
  return new Command("list")
    .description("list all keys without their secrets")
    .addOption(keysOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons keys list\n  icons keys list --json | jq '.[] | select(.state == \"active\")'",
    )
    .action(({ keys, json }: { keys: string; json?: boolean }) => {
      const listed = readKeyFile(keys).map(describe);
      if (json) return printJson(listed);
      printTable(
        ["id", "tier", "name", "created", "expires", "origins", "state"],
        listed.map(({ id, tier, name, created, expires, origins, state, previousUntil }) => [
          id,
          tier,
          name ?? "",
          created,
          expires ?? "",
          origins?.join(" ") ?? "",
          previousUntil === undefined ? state : `${state}, old key until ${previousUntil}`,
        ]),
      );
    });
}

/** An entry for display, without any digests. */
function describe({ digest: _digest, countedUnder: _counted, previous = [], ...entry }: KeyEntry) {
  const accepted = previous.filter((key) => !isExpired(key));
  // Rotation never leaves an older key valid for longer than the one that it replaces.
  const previousUntil = accepted.at(-1)?.expires;
  return { ...entry, ...(previousUntil === undefined ? {} : { previousUntil }), state: stateOf(entry) };
}

function stateOf(entry: Pick<KeyEntry, "revoked" | "expires">): string {
  if (entry.revoked !== undefined) return "revoked";
  return isExpired(entry) ? "expired" : "active";
}

function rotateKeyCommand(): Command {
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

function revokeKeyCommand(): Command {
  return new Command("revoke")
    .description("revoke a key permanently")
    .argument("<id>", "id of the key, as shown by `icons keys list`")
    .addOption(keysOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExample:\n  icons keys revoke k_0123456789")
    .action(async (id: string, { keys, json }: { keys: string; json?: boolean }) => {
      const { tier, revoked } = await revokeKey(keys, id);
      if (json) return printJson({ id, tier, revoked });
      print(`revoked ${id}`);
    });
}

/** Explains a printed key on a terminal, on the line below. */
function printKeyNote(what: string): void {
  if (process.stdout.isTTY) print(paint("dim", `${what}; it is shown only once, so store it now`));
}
