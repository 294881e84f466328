import { Command } from "commander";
import { readPackageFacts } from "./process/package-facts.js";

/** All commands, in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  build: async () => (await import("./commands/build.js")).buildCommand(),
  serve: async () => (await import("./commands/serve.js")).serveCommand(),
  dev: async () => (await import("./commands/dev.js")).devCommand(),
  top: async () => (await import("./commands/top.js")).topCommand(),
  init: async () => (await import("./commands/init.js")).initCommand(),
  lint: async () => (await import("./commands/lint.js")).lintCommand(),
  import: async () => (await import("./commands/import.js")).importCommand(),
  diff: async () => (await import("./commands/diff.js")).diffCommand(),
  cache: async () => (await import("./commands/cache.js")).cacheCommand(),
  rollback: async () => (await import("./commands/rollback.js")).rollbackCommand(),
  publish: async () => (await import("./commands/publish.js")).publishCommand(),
  fetch: async () => (await import("./commands/fetch.js")).fetchCommand(),
  schema: async () => (await import("./commands/schema.js")).schemaCommand(),
  keys: async () => (await import("./commands/keys.js")).keysCommand(),
  search: async () => (await import("./commands/search.js")).searchCommand(),
  show: async () => (await import("./commands/show.js")).showCommand(),
  image: async () => (await import("./commands/image.js")).imageCommand(),
  export: async () => (await import("./commands/export.js")).exportCommand(),
  similar: async () => (await import("./commands/similar.js")).similarCommand(),
  categories: async () => (await import("./commands/categories.js")).categoriesCommand(),
  stats: async () => (await import("./commands/stats.js")).statsCommand(),
  verify: async () => (await import("./commands/verify.js")).verifyCommand(),
  hash: async () => (await import("./commands/hash.js")).hashCommand(),
  mcp: async () => (await import("./commands/mcp.js")).mcpCommand(),
};

/** Commands that read a configuration file. */
const CONFIGURABLE = ["serve", "dev"];

/**
 * Creates the `icons` command line. Loads only the requested command, since loading all of them takes longer than most
 * commands run. Without a known command, all are loaded for help and suggestions.
 */
export async function createProgram(asked: string | undefined): Promise<Command> {
  const { version, description } = readPackageFacts();
  const program = new Command("icons")
    .description(description)
    .version(version)
    .showHelpAfterError("(add --help for usage)")
    .addHelpText(
      "after",
      "\nEvery flag can be set by an environment variable: --public-url by ICONS_PUBLIC_URL, and so on.\n`icons serve` and `icons dev` also read icons.config.json; flags take precedence over the environment, and the environment over the file.\nExit codes: 0 success, 1 failure, 2 invalid command line, 3 not found.",
    );
  program.hook("preAction", async (_program, command) => {
    if (!CONFIGURABLE.includes(command.name())) return;
    const { configure } = await import("./configuration/configure.js");
    await configure(command, () => Promise.all(CONFIGURABLE.map((name) => COMMANDS[name]!())));
  });
  const names = asked !== undefined && Object.hasOwn(COMMANDS, asked) ? [asked] : Object.keys(COMMANDS);
  for (const name of names) program.addCommand(await COMMANDS[name]!());
  return program;
}
