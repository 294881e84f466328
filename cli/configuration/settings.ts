import type { Argument, Command, Option } from "commander";
import { variableOf } from "../options/options.js";

/** Credentials before the host of a URL: a user with a password, or a token. */
const CREDENTIALS = /(\b[a-z][\w+.-]*:\/\/)[^\s/?#]*@/gi;

/** Sources of a value, by precedence. */
export type Source = "flag" | "environment" | "file" | "default";

/** A setting of a command that can come from several sources. */
export interface Setting {
  /** Its name in a configuration file. */
  readonly name: string;
  /** Its form on the command line, such as `--port <n>` or `[artifacts]`. */
  readonly flags: string;
  readonly variable: string;
  readonly meaning: string;
  /** All possible values, if they are few. */
  readonly choices?: readonly string[] | undefined;
  /** Undefined if there is none. */
  readonly fallback: unknown;
  /** The effective value. */
  readonly value: unknown;
  readonly source: Source;
  /** Line of a value from a file. */
  readonly line?: number;
  /** Parses a value of a configuration file. @throws InvalidArgumentError */
  readonly read: (text: string) => unknown;
  /** Whether it is either on or off. */
  readonly isSwitch: boolean;
}

/** Options about the command itself, which are invalid in files. */
const NOT_IN_FILES = ["config", "printConfig", "json"];

/** The settings of a parsed command: flags, environment and defaults. */
export function settingsOf(command: Command): Setting[] {
  const options = command.options.filter((option) => !NOT_IN_FILES.includes(option.attributeName()));
  return [
    ...command.registeredArguments.map((argument, index) => settingOfArgument(argument, command.args[index])),
    ...options.map((option) => settingOfOption(option, command)),
  ];
}

function settingOfArgument(argument: Argument, given: string | undefined): Setting {
  const name = argument.name();
  const variable = variableOf(name);
  const set = process.env[variable];
  const { description: meaning, defaultValue: fallback } = argument;
  return {
    name,
    flags: `[${name}]`,
    variable,
    meaning,
    fallback,
    value: given ?? set ?? fallback,
    source: sourceOf(given !== undefined, set !== undefined),
    read: (text) => text,
    isSwitch: false,
  };
}

function settingOfOption(option: Option, command: Command): Setting {
  const name = option.attributeName();
  const from = command.getOptionValueSource(name);
  const isSwitch = option.isBoolean() || option.negate;
  return {
    name,
    flags: option.flags,
    variable: variableOf(option.name()),
    meaning: option.description,
    choices: option.argChoices,
    fallback: isSwitch ? option.negate : option.defaultValue,
    value: command.getOptionValue(name) ?? (isSwitch ? option.negate : undefined),
    source: sourceOf(from === "cli", from === "env"),
    read: (text) => option.parseArg?.(text, undefined) ?? text,
    isSwitch,
  };
}

function sourceOf(given: boolean, set: boolean): Source {
  if (given) return "flag";
  return set ? "environment" : "default";
}

/**
 * A value without credentials in URLs, such as redis://:secret@host. Values that are not text are searched recursively.
 */
export function hideSecrets(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(CREDENTIALS, "$1[redacted]@");
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hideSecrets(part)]));
}
