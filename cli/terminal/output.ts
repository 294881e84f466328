import { randomBytes } from "node:crypto";
import { styleText } from "node:util";
import type { Range } from "../../src/text/folded-pieces.js";
import { groundOf, PLAIN, parseRgb } from "./color.js";

const ESC = "\u001b";
/**
 * Marks the start of a style in text that has not been written yet. It is random, so text from datasets, stores, file
 * names or error messages can't imitate a style.
 */
const MARK = `${ESC}${randomBytes(12).toString("hex")}`;
/**
 * Characters that control a terminal or change the direction of text: C0 and C1 control characters, bidirectional marks
 * and overrides, line separators, unpaired surrogates.
 */
const STEERING = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/gu;
/** GitHub's runners execute lines of a step's output with these prefixes. */
const RUNNER_COMMAND = /^(\s*)(::|##\[)/gm;

/** Whether output is colored: on a terminal, unless NO_COLOR is set. */
export const colorful = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;

export type Style = Parameters<typeof styleText>[0];

/** Style of text that a query matches. */
export const MATCHED: Style = ["bold", "underline"];

/**
 * Replaces control characters with JSON escapes such as `\u001b`. Valid JSON stays equivalent.
 *
 * @param kept characters that are not escaped
 */
export function escapeControls(text: string, kept = ""): string {
  return text.replaceAll(STEERING, (found) => (kept.includes(found) ? found : escapeOf(found)));
}

/**
 * The only way to write text to a terminal: applies styles of `paint`, and escapes all other control characters.
 *
 * @param kept characters that are not escaped; default: tabs
 */
export function forTerminal(text: string, kept = "\t"): string {
  const parts = text.split(MARK).map((part) => escapeControls(part, kept));
  return parts.join(ESC);
}

/** Styles text for standard output if it is colored. Print the result with the functions of this file. */
export function paint(style: Style, text: string): string {
  return colorful ? marked(style, text) : text;
}

/** Styles ranges of a text. @param ranges sorted and disjoint */
export function paintRanges(style: Style, text: string, ranges: readonly Range[] = []): string {
  let painted = "";
  let done = 0;
  for (const [start, end] of ranges) {
    painted += text.slice(done, start) + paint(style, text.slice(start, end));
    done = end;
  }
  return painted + text.slice(done);
}

/** Like `paint`, for standard error. */
export function paintError(style: Style, text: string): string {
  return process.stderr.isTTY && !process.env.NO_COLOR ? marked(style, text) : text;
}

/** On a terminal, a sample of a color `#rrggbb` to show before its name; empty elsewhere. */
export function swatch(hex: string): string {
  return colorful ? `${groundOf(parseRgb(hex))}  ${PLAIN} `.replaceAll(ESC, MARK) : "";
}

/** Prints JSON to standard output with control characters escaped. */
export function printJson(value: unknown): void {
  process.stdout.write(`${jsonText(value, 2)}\n`);
}

/** JSON with control characters escaped. @param indent of its lines; 0 for a single line */
export function jsonText(value: unknown, indent = 0): string {
  return escapeControls(JSON.stringify(value, null, indent), "\n");
}

/** Prints a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${withoutCommands(forTerminal(line))}\n`);
}

/** Prints trusted lines to standard output, such as a table or a schema. */
export function printLines(text: string): void {
  process.stdout.write(`${withoutCommands(forTerminal(text, "\t\n"))}\n`);
}

/** Prints a command for GitHub's runner, which `print` would disable. */
export function printRunnerCommand(line: string): void {
  process.stdout.write(`${forTerminal(line)}\n`);
}

/** Writes the output of a painter, with text that has passed through `forTerminal`. */
export function writeDrawn(text: string): void {
  process.stdout.write(text);
}

/** Writes a file to standard output unchanged. On a terminal, it must be text, and control characters are escaped. */
export function writeFileOut(bytes: Uint8Array): void {
  process.stdout.write(process.stdout.isTTY ? forTerminal(Buffer.from(bytes).toString("utf8"), "\t\n") : bytes);
}

/** Writes part of a file to standard output, like `writeFileOut`. @returns when there is room for more */
export function writePartOut(bytes: Uint8Array): Promise<void> {
  const shown = process.stdout.isTTY ? forTerminal(Buffer.from(bytes).toString("utf8"), "\t\n") : bytes;
  return new Promise((resolve) => void process.stdout.write(shown, () => resolve()));
}

/** Prints a note for people to standard error. */
export function printNote(text: string): void {
  printError(paintError("yellow", text));
}

/** Prints lines to standard error. All but the first are indented, so that none can look like a separate message. */
export function printError(text: string): void {
  const [first = "", ...others] = text.split("\n").map((line) => forTerminal(line));
  const lines = [first, ...others.map((line) => (line.startsWith(" ") ? line : `  ${line}`))];
  process.stderr.write(`${withoutCommands(lines.join("\n"))}\n`);
}

/** Prints JSON to standard error. */
export function printJsonError(value: unknown): void {
  process.stderr.write(`${jsonText(value, 2)}\n`);
}

/** Output functions for commander's help and errors. */
export const commanderOutput = {
  writeOut: (text: string): void => void process.stdout.write(forTerminal(text, "\t\n")),
  writeErr: (text: string): void => void process.stderr.write(withoutCommands(forTerminal(text, "\t\n"))),
};

/** A size in readable form: 512 B, 1.2 KB, 3.4 MB. */
export function formatBytes(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

function marked(style: Style, text: string): string {
  const [open = "", close = ""] = styleText(style, "x").split("x");
  return `${open.replaceAll(ESC, MARK)}${text}${close.replaceAll(ESC, MARK)}`;
}

function escapeOf(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Under a GitHub runner, disables runner commands such as `::error::` at the start of lines. */
function withoutCommands(text: string): string {
  return process.env.GITHUB_ACTIONS ? text.replaceAll(RUNNER_COMMAND, "$1\\$2") : text;
}
