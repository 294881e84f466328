import { Command } from "commander";
import { revokeKey } from "../../../src/access/key-file.js";
import { jsonOption, keysOption } from "../../options.js";
import { print, printJson } from "../../output.js";

export function revokeKeyCommand(): Command {
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
