import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { linesBefore, syntaxErrorOf } from "../../build/dataset/position.js";
import { decodeText } from "../../src/platform/decode-text.js";
import { isTooDeep, MAX_LEVELS } from "../../src/platform/nesting.js";
import { atFile } from "../../src/platform/storage-error.js";
import { nearestName } from "../../src/text/nearest-name.js";
import { UsageError } from "../process/failure.js";
import { hideSecrets, type Setting } from "./settings.js";

/** One member of a configuration file. */
export interface Entry {
  readonly name: string;
  readonly value: unknown;
  /** Line of its name, from 1. */
  readonly line: number;
}

/** A configuration file, parsed but not validated. */
export interface ConfigFile {
  readonly path: string;
  readonly entries: readonly Entry[];
}

/**
 * Reads a configuration file: a JSON object that may contain comments and trailing commas.
 *
 * @throws UsageError if it does not exist or is not such an object
 */
export function readConfigFile(path: string): ConfigFile {
  const text = readText(path);
  if (isTooDeep(text)) throw new UsageError(`${path}:1: is nested more than ${MAX_LEVELS} levels deep. Flatten it.`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) {
    const { line, message } = syntaxErrorOf(text, true);
    throw new UsageError(`${path}:${line + 1}: ${message}`);
  }
  if (root.type !== "object") throw new UsageError(`${path}:1: is not a JSON object, such as { "port": 8080 }`);
  return { path, entries: (root.children ?? []).map((member) => entryOf(member, text)) };
}

function entryOf({ children = [], offset }: Node, text: string): Entry {
  const [name, value] = children.map(getNodeValue);
  return { name, value, line: linesBefore(text, offset) + 1 };
}

function readText(path: string): string {
  try {
    return atFile(path, () => decodeText(readFileSync(path)));
  } catch (error) {
    throw new UsageError(`the configuration can't be read: ${(error as Error).message}`);
  }
}

/**
 * Applies the values of a file to settings without a flag or environment variable. Every value of the file is checked,
 * even if it is overridden.
 *
 * @param elsewhere names that other commands accept in the same file; called only if a name is unknown here
 * @throws UsageError naming file, line, name, value and remedy of every error
 */
export async function applyFile(
  settings: readonly Setting[],
  { path, entries }: ConfigFile,
  elsewhere: () => Promise<readonly string[]>,
): Promise<Setting[]> {
  const known = new Map(settings.map((setting) => [setting.name, setting]));
  const strange = entries.some(({ name }) => !known.has(name)) ? await elsewhere() : [];
  const names = [...new Set([...known.keys(), ...strange])];
  const read = new Map<string, { readonly value: unknown; readonly line: number }>();
  const seen = new Map<string, number>();
  const problems: string[] = [];
  for (const entry of entries) {
    const { name, line } = entry;
    const before = seen.get(name);
    seen.set(name, line);
    try {
      if (before !== undefined) throw new InvalidArgumentError(`is given twice, first in line ${before}. Remove one.`);
      if (!names.includes(name)) throw new InvalidArgumentError(unknown(name, names));
      const setting = known.get(name);
      if (setting !== undefined) read.set(name, { value: readValue(setting, entry), line });
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      problems.push(`${path}:${line}: ${JSON.stringify(name)} ${error.message}`);
    }
  }
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return settings.map((setting) => {
    const found = read.get(setting.name);
    return found === undefined || setting.source !== "default" ? setting : { ...setting, ...found, source: "file" };
  });
}

function unknown(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return `is not a setting. ${nearest === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${JSON.stringify(nearest)}?`}`;
}

function readValue(setting: Setting, { value }: Entry): unknown {
  const said = `is ${JSON.stringify(hideSecrets(value))}.`;
  if (setting.isSwitch) {
    if (typeof value === "boolean") return value;
    throw new InvalidArgumentError(`${said} Give true or false.`);
  }
  const text = textOf(value);
  if (text === undefined) throw new InvalidArgumentError(`${said} Give a text or a number.`);
  try {
    return setting.read(text);
  } catch (error) {
    throw error instanceof InvalidArgumentError ? new InvalidArgumentError(`${said} ${error.message}`) : error;
  }
}

/** A value in the form of a flag; list elements are joined by commas. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string" || typeof value === "number") return String(value);
  const parts = Array.isArray(value) ? value.map(textOf) : [];
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.join(",") : undefined;
}
