import { readFileSync } from "node:fs";
import { getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { linesBefore, syntaxErrorOf } from "../../build/dataset/position.js";
import { atFile } from "../../src/platform/storage-error.js";
import { UsageError } from "../failure.js";

/** One member of a configuration file. */
export interface Entry {
  readonly name: string;
  readonly value: unknown;
  /** Line of its name, from 1. */
  readonly line: number;
}

/** A configuration file, read but not understood. */
export interface ConfigFile {
  readonly path: string;
  readonly entries: readonly Entry[];
}

/**
 * Reads a configuration file: a JSON object, in which comments and a comma at the end are allowed.
 *
 * @throws UsageError when it is not there or no such object
 */
export function readConfigFile(path: string): ConfigFile {
  const text = readText(path);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) {
    const { line, message } = syntaxErrorOf(text, true);
    throw new UsageError(`${path}:${line + 1}: ${message}`);
  }
  if (root.type !== "object") throw new UsageError(`${path}:1: is no JSON object, such as { "port": 8080 }`);
  return { path, entries: (root.children ?? []).map((member) => entryOf(member, text)) };
}

function entryOf({ children = [], offset }: Node, text: string): Entry {
  const [name, value] = children.map(getNodeValue);
  return { name, value, line: linesBefore(text, offset) + 1 };
}

function readText(path: string): string {
  try {
    return atFile(path, () => readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`the configuration can't be read: ${(error as Error).message}`);
  }
}
