import { statSync } from "node:fs";
import { type Command, CommanderError } from "commander";
import { type Setting, settingsOf } from "./settings.js";

/** The default configuration file. */
const DEFAULT_FILE = "icons.config.json";

interface ConfigFlags {
  readonly config?: string;
  readonly printConfig?: boolean;
  readonly json?: boolean;
}

/**
 * Completes the settings of a parsed command before it runs: settings without a flag or environment variable are read
 * from a configuration file, if there is one.
 *
 * @param related commands with settings in the same file; called only if the file has a name that is unknown here
 * @throws UsageError for an error in the file; CommanderError with exit code 0 after `--print-config`, as for help
 */
export async function configure(command: Command, related: () => Promise<readonly Command[]>): Promise<void> {
  const { config, printConfig, json } = command.opts<ConfigFlags>();
  const file = config ?? (isThere(DEFAULT_FILE) ? DEFAULT_FILE : undefined);
  const own = settingsOf(command);
  const namesElsewhere = async (): Promise<string[]> => (await related()).flatMap(settingsOf).map(({ name }) => name);
  const settings = file === undefined ? own : await withFile(own, file, namesElsewhere);
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

/**
 * If that is unknown, the file counts as existing: reading it reports the error, and nothing runs with the wrong
 * settings.
 */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Loads the code for reading a file only if there is one. */
async function withFile(
  settings: readonly Setting[],
  path: string,
  namesElsewhere: () => Promise<readonly string[]>,
): Promise<Setting[]> {
  const { applyFile, readConfigFile } = await import("./config-file.js");
  return applyFile(settings, readConfigFile(path), namesElsewhere);
}
