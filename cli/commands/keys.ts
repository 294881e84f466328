import { Command } from "commander";
import { createKeyCommand } from "./keys/create.js";
import { listKeysCommand } from "./keys/list.js";
import { resetUsageCommand } from "./keys/reset-usage.js";
import { revokeKeyCommand } from "./keys/revoke.js";
import { rotateKeyCommand } from "./keys/rotate.js";
import { usageCommand } from "./keys/usage.js";

export function keysCommand(): Command {
  const keys = new Command("keys").description(
    "create, list, rotate and revoke API keys; running servers notice within two seconds",
  );
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
