import { Command } from "commander";
import { isExpired, type KeyEntry } from "../../../src/access/key-entry.js";
import { readKeyFile } from "../../../src/access/key-file.js";
import { jsonOption, keysOption } from "../../options.js";
import { printJson } from "../../output.js";
import { printTable } from "../../table.js";

export function listKeysCommand(): Command {
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

/** An entry as it is shown: no digest of any key. */
function describe({ digest: _digest, countedUnder: _counted, previous = [], ...entry }: KeyEntry) {
  const accepted = previous.filter((key) => !isExpired(key));
  // A rotation lets no older key last longer than the one that it replaces.
  const previousUntil = accepted.at(-1)?.expires;
  return { ...entry, ...(previousUntil === undefined ? {} : { previousUntil }), state: stateOf(entry) };
}

function stateOf(entry: Pick<KeyEntry, "revoked" | "expires">): string {
  if (entry.revoked !== undefined) return "revoked";
  return isExpired(entry) ? "expired" : "active";
}
