import { statSync } from "node:fs";
import { type Command, CommanderError } from "commander";
import { type Setting, settingsOf } from "./settings.js";

/** The file that is read where none is named. */
const DEFAULT_FILE = "icons.config.json";

interface ConfigFlags {
  readonly config?: string;
  readonly printConfig?: boolean;
  readonly json?: boolean;
}

/**
 * Settles a parsed command before it is carried out: what neither a flag nor the environment says is taken from a
 * configuration file, where there is one.
 *
 * @param related commands that take their settings from the same file; asked for only when it has a name that is unknown here
 * @throws UsageError for a mistake in the file; CommanderError with exit code 0 after `--print-config`, as for help
 */
export async function configure(command: Command, related: () => Promise<readonly Command[]>): Promise<void> {
  const { config, printConfig, json } = command.opts<ConfigFlags>();
  const file = config ?? (isThere(DEFAULT_FILE) ? DEFAULT_FILE : undefined);
  const told = settingsOf(command);
  const namesElsewhere = async (): Promise<string[]> => (await related()).flatMap(settingsOf).map(({ name }) => name);
  const settings = file === undefined ? told : await withFile(told, file, namesElsewhere);
  if (printConfig) {
    const { printSettings } = await import("./print-settings.js");
    printSettings(settings, file, json === true);
    throw new CommanderError(0, "icons.configPrinted", "the effective settings were printed");
  }
  for (const [index, { name, value, source }] of settings.entries()) {
    if (index < command.registeredArguments.length) command.processedArgs[index] = value;
    else if (source === "file") command.setOptionValueWithSource(name, value, "config");
  }
}

/** If that is unknown, the file counts as existing: reading it reports the error, and nothing runs with the wrong settings. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** What reading a file needs is loaded only where there is one. */
async function withFile(
  settings: readonly Setting[],
  path: string,
  namesElsewhere: () => Promise<readonly string[]>,
): Promise<Setting[]> {
  const { applyFile, readConfigFile } = await import("./config-file.js");
  return applyFile(settings, readConfigFile(path), namesElsewhere);
}
