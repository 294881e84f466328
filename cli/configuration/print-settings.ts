import { print, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";
import { hideSecrets, type Setting } from "./settings.js";

/**
 * Prints the effective settings and their sources, without secrets. @param file the configuration file, if there is one
 */
export function printSettings(settings: readonly Setting[], file: string | undefined, json: boolean): void {
  const shown = settings.map((setting) => ({ ...setting, value: hideSecrets(setting.value) }));
  if (json) {
    const entries = shown.map(({ name, value = null, source, line }) => [
      name,
      { value, source, ...(line === undefined ? {} : { line }) },
    ]);
    printJson({ file: file ?? null, settings: Object.fromEntries(entries) });
    return;
  }
  printTable(
    ["setting", "value", "from"],
    shown.map((setting) => [setting.name, String(setting.value ?? ""), originOf(setting, file)]),
  );
  if (process.stdout.isTTY) print(file === undefined ? "no configuration file" : `configuration file: ${file}`);
}

function originOf({ source, variable, line }: Setting, file: string | undefined): string {
  if (source === "environment") return variable;
  return source === "file" ? `${file}:${line}` : source;
}
