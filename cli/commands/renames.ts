import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { Catalog } from "../../src/catalog/catalog.js";
import { IconNotFoundError, IconRemovedError, IconRenamedError } from "../../src/catalog/generation/catalog-errors.js";
import { parseJson } from "../../src/platform/nesting.js";
import { type AskFlags, openForFlags } from "../listing/ask.js";
import { artifactsOption, jsonOption } from "../options/options.js";
import { EXIT } from "../process/failure.js";
import { paint, print, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

const STDIN = 0;

/** What became of an id. */
type Fate =
  | { readonly id: string; readonly state: "unchanged" }
  | { readonly id: string; readonly state: "renamed"; readonly to: string }
  | {
      readonly id: string;
      readonly state: "removed";
      readonly date: string;
      readonly reason: string;
      readonly successor?: string;
    }
  /** The suggestion is the icon that is likely meant. */
  | { readonly id: string; readonly state: "unknown"; readonly suggestion?: string };

export function renamesCommand(): Command {
  return new Command("renames")
    .argument("<file>", "file of ids: one per line, or a JSON array; - reads standard input")
    .addOption(artifactsOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExits with 1 if an icon was renamed or removed, with 3 if an id is unknown, otherwise with 0.\n\nExamples:\n  icons renames ids.txt\n  jq '[.services[].icon]' dashboard.json | icons renames - --json",
    )
    .action((file: string, flags: AskFlags) => {
      const ids = readIds(file);
      const catalog = openForFlags(flags);
      const fates = ids.map((id) => fateOf(id, catalog));
      const changed = fates.filter(({ state }) => state !== "unchanged");
      if (changed.length > 0) process.exitCode = EXIT.failure;
      if (changed.some(({ state }) => state === "unknown")) process.exitCode = EXIT.notFound;
      if (flags.json) return printJson({ total: ids.length, changed: changed.length, data: fates });
      if (changed.length > 0) printTable(["id", "now", "detail"], changed.map(rowOf));
      print(`${ids.length - changed.length} of ${ids.length} unchanged`);
    });
}

/** @throws Error if the file is neither a list of lines nor a JSON array of ids */
function readIds(file: string): string[] {
  const text = readFileSync(file === "-" ? STDIN : file, "utf8").trim();
  if (!text.startsWith("["))
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const name = file === "-" ? "standard input" : file;
  const remedy = `Give a JSON array such as ["spotify"], or one id per line.`;
  let list: unknown;
  try {
    list = parseJson(text);
  } catch (error) {
    throw new Error(`${name}: is not valid JSON: ${(error as Error).message}. ${remedy}`);
  }
  if (Array.isArray(list) && list.every((id) => typeof id === "string")) return list;
  throw new Error(`${name}: contains values that are not texts. ${remedy}`);
}

function fateOf(id: string, catalog: Catalog): Fate {
  try {
    catalog.ordinalOf(id);
    return { id, state: "unchanged" };
  } catch (error) {
    if (error instanceof IconRenamedError) return { id, state: "renamed", to: error.currentId };
    if (error instanceof IconRemovedError) return { id, state: "removed", ...error.removal };
    if (!(error instanceof IconNotFoundError)) throw error;
  }
  const name = id.slice(id.indexOf(":") + 1).replaceAll(/[-_]+/g, " ");
  const [found] = catalog.resolve([{ kind: "name", value: name }], true);
  const suggestion = found?.ordinal === undefined ? {} : { suggestion: catalog.item(found.ordinal).id };
  return { id, state: "unknown", ...suggestion };
}

function rowOf(fate: Fate): string[] {
  if (fate.state === "renamed") return [fate.id, paint("cyan", fate.to), "renamed"];
  if (fate.state === "removed")
    return [fate.id, paint("yellow", fate.successor ?? "removed"), `${fate.date}: ${fate.reason}`];
  const suggestion = fate.state === "unknown" ? fate.suggestion : undefined;
  return [fate.id, paint("red", "unknown"), suggestion === undefined ? "" : `did you mean ${suggestion}?`];
}
