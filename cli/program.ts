import { readFileSync } from "node:fs";
import { Command } from "commander";
import { buildCommand } from "./commands/build.js";
import { categoriesCommand } from "./commands/categories.js";
import { devCommand } from "./commands/dev.js";
import { hashCommand } from "./commands/hash.js";
import { importCommand } from "./commands/import.js";
import { initCommand } from "./commands/init.js";
import { keysCommand } from "./commands/keys.js";
import { schemaCommand } from "./commands/schema.js";
import { searchCommand } from "./commands/search.js";
import { serveCommand } from "./commands/serve.js";
import { showCommand } from "./commands/show.js";
import { similarCommand } from "./commands/similar.js";
import { statsCommand } from "./commands/stats.js";
import { verifyCommand } from "./commands/verify.js";

/** The `icons` command line. */
export function createProgram(): Command {
  const { version, description } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const program = new Command("icons")
    .description(description)
    .version(version)
    .showHelpAfterError("(add --help for what can be given)")
    .addHelpText(
      "after",
      "\nEvery flag can be set by an environment variable: --public-url by ICONS_PUBLIC_URL, and so on.\nExit codes: 0 done, 1 failed, 2 wrong command line, 3 not found.",
    );
  const commands = [
    buildCommand(),
    serveCommand(),
    devCommand(),
    initCommand(),
    importCommand(),
    schemaCommand(),
    keysCommand(),
    searchCommand(),
    showCommand(),
    similarCommand(),
    categoriesCommand(),
    statsCommand(),
    verifyCommand(),
    hashCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  return program;
}
