import { Command } from "commander";
import { TIERS, type Tier } from "../../src/access/key.js";
import {
  createKey,
  isExpired,
  type KeyEntry,
  KeyFileError,
  readKeyFile,
  revokeKey,
} from "../../src/access/key-file.js";
import { openUsageFile } from "../../src/access/usage-file.js";
import { jsonOption, keysOption, option, usageOption } from "../options.js";
import { paint, print, printJson } from "../output.js";
import { printTable } from "../table.js";

interface KeyFlags {
  readonly keys: string;
  readonly json?: boolean;
}

export function keysCommand(): Command {
  const keys = new Command("keys").description(
    "create, list and revoke API keys; a running server notices within two seconds",
  );
  for (const command of [createCommand(), listCommand(), revokeCommand(), resetCommand()]) keys.addCommand(command);
  return keys;
}

function createCommand(): Command {
  return new Command("create")
    .description("create a key and print it, once: only its digest is stored")
    .addOption(option("--tier <tier>", "plan").choices(TIERS).makeOptionMandatory())
    .addOption(option("--name <name>", "whom or what the key is for"))
    .addOption(keysOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons keys create --tier free --name website\n  icons keys create --tier pro --json | jq -r .key",
    )
    .action(async ({ keys, tier, name, json }: KeyFlags & { tier: Tier; name?: string }) => {
      const { entry, key } = await createKey(keys, tier, name);
      if (json) return printJson({ id: entry.id, key, tier });
      print(key);
      if (process.stdout.isTTY) print(paint("dim", `key ${entry.id}, ${tier}; it is shown this once, keep it`));
    });
}

function listCommand(): Command {
  return new Command("list")
    .description("list the keys, without the keys themselves")
    .addOption(keysOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons keys list\n  icons keys list --json | jq '.[] | select(.state == \"active\")'",
    )
    .action(({ keys, json }: KeyFlags) => {
      const listed = readKeyFile(keys).map(({ digest: _digest, ...entry }) => ({ ...entry, state: stateOf(entry) }));
      if (json) return printJson(listed);
      printTable(
        ["id", "tier", "name", "created", "state"],
        listed.map(({ id, tier, name, created, state }) => [id, tier, name ?? "", created, state]),
      );
    });
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("revoke a key for good")
    .argument("<id>", "the key's id, as `icons keys list` shows it")
    .addOption(keysOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExample:\n  icons keys revoke k_0123456789")
    .action(async (id: string, { keys, json }: KeyFlags) => {
      const { tier, revoked } = await revokeKey(keys, id);
      if (json) return printJson({ id, tier, revoked });
      print(`revoked ${id}`);
    });
}

function resetCommand(): Command {
  return new Command("reset-usage")
    .description("give the day's allowance back: of one key, or of everybody")
    .argument("[id]", "the key's id; default: everybody")
    .addOption(keysOption())
    .addOption(usageOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons keys reset-usage\n  icons keys reset-usage k_0123456789")
    .action((id: string | undefined, { keys, usage: path, json }: KeyFlags & { usage: string }) => {
      const entry = id === undefined ? undefined : readKeyFile(keys).find((key) => key.id === id);
      if (id !== undefined && entry === undefined)
        throw new KeyFileError(`${keys} has no key with the id ${JSON.stringify(id)}; \`icons keys list\` shows them`);
      const usage = openUsageFile(path);
      usage.reset(entry?.digest);
      usage.close();
      if (json) return printJson({ reset: id ?? "everybody" });
      print(`reset the usage of ${id ?? "everybody"}`);
    });
}

function stateOf(entry: Omit<KeyEntry, "digest">): string {
  if (entry.revoked !== undefined) return "revoked";
  return isExpired(entry) ? "expired" : "active";
}
