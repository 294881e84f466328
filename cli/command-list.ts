import { Command, Help } from "commander";
import { readPackageFacts } from "./process/package-facts.js";

/** A command as the help of `icons` lists it, without its module. */
interface Listed {
  /** The heading above it. */
  readonly group: string;
  /** What follows the name in the list. */
  readonly usage: string;
  readonly description: string;
  load(): Promise<Command>;
}

/** All commands, in the order of the help. */
const COMMANDS: Readonly<Record<string, Listed>> = {
  build: {
    group: "Datasets",
    usage: "[options] [data]",
    description: "compile a dataset into a generation and make it live",
    load: async () => (await import("./commands/build.js")).buildCommand(),
  },
  dev: {
    group: "Datasets",
    usage: "[options] [data]",
    description: "build a dataset, serve it with the pro plan for everyone, and rebuild on every edit",
    load: async () => (await import("./commands/dev.js")).devCommand(),
  },
  init: {
    group: "Datasets",
    usage: "[options] <folder>",
    description: "create a dataset from a folder of images: ids and names from file names, the rest to fill in",
    load: async () => (await import("./commands/init.js")).initCommand(),
  },
  add: {
    group: "Datasets",
    usage: "[options] <files...>",
    description: "add images to a dataset as records: ids and names from file names, the rest to fill in",
    load: async () => (await import("./commands/add.js")).addCommand(),
  },
  lint: {
    group: "Datasets",
    usage: "[options] [data]",
    description: "check a dataset for problems that the schema does not catch: texts, URLs, dates, images",
    load: async () => (await import("./commands/lint.js")).lintCommand(),
  },
  import: {
    group: "Datasets",
    usage: "",
    description: "convert icons from another source into a dataset",
    load: async () => (await import("./commands/import.js")).importCommand(),
  },
  outdated: {
    group: "Datasets",
    usage: "[options] <dataset>",
    description: "compare an imported dataset with the current version of its package or checkout",
    load: async () => (await import("./commands/update.js")).outdatedCommand(),
  },
  update: {
    group: "Datasets",
    usage: "[options] <dataset>",
    description: "bring the current version of its package or checkout into an imported dataset; your edits stay",
    load: async () => (await import("./commands/update.js")).updateCommand(),
  },
  diff: {
    group: "Datasets",
    usage: "[options] [old] [new]",
    description: "show what changed between two generations or datasets",
    load: async () => (await import("./commands/diff.js")).diffCommand(),
  },
  duplicates: {
    group: "Datasets",
    usage: "[options] [subject]",
    description: "group near duplicates and redrawings in a dataset or generation",
    load: async () => (await import("./commands/duplicates.js")).duplicatesCommand(),
  },
  merge: {
    group: "Datasets",
    usage: "[options] <data...>",
    description: "merge datasets into one: find icons that are the same, review and store decisions",
    load: async () => (await import("./commands/merge.js")).mergeCommand(),
  },
  cache: {
    group: "Datasets",
    usage: "",
    description: "inspect and clear the analysis cache",
    load: async () => (await import("./commands/cache.js")).cacheCommand(),
  },
  schema: {
    group: "Datasets",
    usage: "[which]",
    description: "print the JSON Schema (2020-12) of dataset files, for editors and validators",
    load: async () => (await import("./commands/schema.js")).schemaCommand(),
  },
  search: {
    group: "Icons",
    usage: "[options] [words...]",
    description: "search and list icons, as GET /api/v1/icons does",
    load: async () => (await import("./commands/search.js")).searchCommand(),
  },
  show: {
    group: "Icons",
    usage: "[options] <id>",
    description: "show one icon in detail, as GET /api/v1/icons/:id does on the pro plan",
    load: async () => (await import("./commands/show.js")).showCommand(),
  },
  image: {
    group: "Icons",
    usage: "[options] [ids...]",
    description: "write the images of icons as files, in any format and size",
    load: async () => (await import("./commands/image.js")).imageCommand(),
  },
  export: {
    group: "Icons",
    usage: "[options] [ids...]",
    description: "write many icons as a folder, an archive, a sprite, an Iconify set or a table",
    load: async () => (await import("./commands/export.js")).exportCommand(),
  },
  similar: {
    group: "Icons",
    usage: "[options] <subject>",
    description: "find similar icons, as GET /api/v1/similar does",
    load: async () => (await import("./commands/similar.js")).similarCommand(),
  },
  resolve: {
    group: "Icons",
    usage: "[options]",
    description: "find the icons of domains, container images, bundles, packages and names",
    load: async () => (await import("./commands/resolve.js")).resolveCommand(),
  },
  renames: {
    group: "Icons",
    usage: "[options] <file>",
    description: "say which ids of a list were renamed or removed, or are unknown",
    load: async () => (await import("./commands/renames.js")).renamesCommand(),
  },
  categories: {
    group: "Icons",
    usage: "[options]",
    description: "list the categories with their icon counts, as GET /api/v1/categories does",
    load: async () => (await import("./commands/categories.js")).categoriesCommand(),
  },
  stats: {
    group: "Icons",
    usage: "[options]",
    description: "show statistics of the live generation",
    load: async () => (await import("./commands/stats.js")).statsCommand(),
  },
  hash: {
    group: "Icons",
    usage: "[options] <image...>",
    description: "compute the perceptual hash of image files, identical to Python's ImageHash",
    load: async () => (await import("./commands/hash.js")).hashCommand(),
  },
  serve: {
    group: "Serving",
    usage: "[options] [artifacts]",
    description: "serve the live generation of an artifacts folder",
    load: async () => (await import("./commands/serve.js")).serveCommand(),
  },
  keys: {
    group: "Serving",
    usage: "",
    description: "create, list, rotate and revoke API keys; running servers notice within two seconds",
    load: async () => (await import("./commands/keys.js")).keysCommand(),
  },
  doctor: {
    group: "Serving",
    usage: "[options]",
    description: "check whether a server would run here: files, permissions, disk, clock, port, limits, Redis",
    load: async () => (await import("./commands/doctor.js")).doctorCommand(),
  },
  mcp: {
    group: "Serving",
    usage: "[options]",
    description: "run an MCP server for coding assistants on standard input and output",
    load: async () => (await import("./commands/mcp.js")).mcpCommand(),
  },
  generations: {
    group: "Generations",
    usage: "[options]",
    description: "list the generations of an artifacts folder, for `icons rollback --to`",
    load: async () => (await import("./commands/generations.js")).generationsCommand(),
  },
  rollback: {
    group: "Generations",
    usage: "[options]",
    description: "make the previous generation live again; running servers switch to it",
    load: async () => (await import("./commands/rollback.js")).rollbackCommand(),
  },
  publish: {
    group: "Generations",
    usage: "[options] <store>",
    description: "copy the live generation into a store for `icons serve --from`",
    load: async () => (await import("./commands/publish.js")).publishCommand(),
  },
  fetch: {
    group: "Generations",
    usage: "[options] <store>",
    description: "fetch the published generation from a store once and make it live",
    load: async () => (await import("./commands/fetch.js")).fetchCommand(),
  },
  verify: {
    group: "Generations",
    usage: "[options]",
    description: "verify the checksums of the live generation",
    load: async () => (await import("./commands/verify.js")).verifyCommand(),
  },
  completion: {
    group: "Shell",
    usage: "<shell>",
    description: "print a script that completes commands and flags in bash, zsh or fish",
    load: async () => (await import("./commands/completion.js")).completionCommand(() => createProgram(COMMAND_NAMES)),
  },
};

/** The names of all commands. */
export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** Commands that read a configuration file. */
const CONFIGURABLE = ["serve", "dev"];

/** The first word of a command line that is the name of a command: what follows `icons` or `icons help`. */
export function requestedCommand(args: readonly string[]): string | undefined {
  return args.find((arg) => Object.hasOwn(COMMANDS, arg));
}

/**
 * Creates the `icons` command line with all commands. Only those of `loaded` can run: loading all takes longer than
 * most commands run. The others are there for the list of commands and for suggestions.
 */
export async function createProgram(loaded: readonly string[]): Promise<Command> {
  const { version, description } = readPackageFacts();
  const program = new Command("icons")
    .description(description)
    .version(version)
    .showHelpAfterError("(add --help for usage)")
    .addHelpText(
      "after",
      "\nEvery flag can be set by an environment variable: --public-url by ICONS_PUBLIC_URL, and so on; --help --env shows them.\n`icons serve` and `icons dev` also read icons.config.json; flags take precedence over the environment, and the environment over the file.\nExit codes: 0 success, 1 failure, 2 invalid command line, 3 not found.",
    );
  program.hook("preAction", async (_program, command) => {
    if (!CONFIGURABLE.includes(command.name())) return;
    const { configure } = await import("./configuration/configure.js");
    await configure(command, () => Promise.all(CONFIGURABLE.map(loadCommand)));
  });
  const { subcommandTerm } = new Help();
  program.configureHelp({
    subcommandTerm: (command) => {
      const listed = COMMANDS[command.name()];
      return listed === undefined ? subcommandTerm(command) : `${command.name()} ${listed.usage}`.trimEnd();
    },
  });
  for (const name of COMMAND_NAMES)
    program.addCommand(loaded.includes(name) ? await loadCommand(name) : listed(new Command(name), COMMANDS[name]!));
  return program;
}

async function loadCommand(name: string): Promise<Command> {
  return listed(await COMMANDS[name]!.load(), COMMANDS[name]!);
}

function listed(command: Command, { group, description }: Listed): Command {
  return command.description(description).helpGroup(`${group}:`);
}
