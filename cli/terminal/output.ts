import { randomBytes } from "node:crypto";
import { styleText } from "node:util";
import type { Range } from "../../src/text/folded-pieces.js";
import { groundOf, PLAIN, parseRgb } from "./color.js";

const ESC = "\u001b";
/**
 * How styles begin in texts that are yet to be written. Nobody outside of this process can know it, so what a dataset, a store, a file's name or
 * an error's message holds is never taken for a style.
 */
const MARK = `${ESC}${randomBytes(12).toString("hex")}`;
/**
 * What steers a terminal or turns text around: control characters of both sets, marks and overrides of the writing direction, separators of
 * lines, halves of characters.
 */
const STEERING = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/gu;
/** GitHub's runners obey lines of a step's output that begin so. */
const RUNNER_COMMAND = /^(\s*)(::|##\[)/gm;

/** Where a command writes: plain when piped, colored on a terminal unless NO_COLOR is set. */
export const colorful = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;

export type Style = Parameters<typeof styleText>[0];

/** How letters that a query matches are shown. */
export const MATCHED: Style = ["bold", "underline"];

/**
 * A text in which nothing steers a terminal: what would is written as JSON escapes it, such as `\u001b`. Valid JSON stays the same JSON.
 *
 * @param kept characters that stay as they are
 */
export function escapeControls(text: string, kept = ""): string {
  return text.replaceAll(STEERING, (found) => (kept.includes(found) ? found : escapeOf(found)));
}

/**
 * The one way of text to a terminal: styles of `paint` take effect, whatever else steers a terminal is shown instead of obeyed.
 *
 * @param kept characters that stay as they are; tabs by default
 */
export function forTerminal(text: string, kept = "\t"): string {
  const parts = text.split(MARK).map((part) => escapeControls(part, kept));
  return parts.join(ESC);
}

/** Colors text for standard output, or leaves it as it is. What comes of it is to be printed by this file's functions. */
export function paint(style: Style, text: string): string {
  return colorful ? marked(style, text) : text;
}

/** Colors parts of a text. @param ranges sorted, apart from each other */
export function paintRanges(style: Style, text: string, ranges: readonly Range[] = []): string {
  let painted = "";
  let done = 0;
  for (const [start, end] of ranges) {
    painted += text.slice(done, start) + paint(style, text.slice(start, end));
    done = end;
  }
  return painted + text.slice(done);
}

/** The same as `paint` for standard error. */
export function paintError(style: Style, text: string): string {
  return process.stderr.isTTY && !process.env.NO_COLOR ? marked(style, text) : text;
}

/** A patch of a color `#rrggbb` before its name on a terminal; nothing elsewhere. */
export function swatch(hex: string): string {
  return colorful ? `${groundOf(parseRgb(hex))}  ${PLAIN} `.replaceAll(ESC, MARK) : "";
}

/** JSON on standard output, which stays harmless where it is shown. */
export function printJson(value: unknown): void {
  process.stdout.write(`${jsonText(value, 2)}\n`);
}

/** JSON in which nothing steers a terminal. @param indent of its lines; 0: one line */
export function jsonText(value: unknown, indent = 0): string {
  return escapeControls(JSON.stringify(value, null, indent), "\n");
}

/** A line on standard output. */
export function print(line: string): void {
  process.stdout.write(`${withoutCommands(forTerminal(line))}\n`);
}

/** Lines of our own on standard output, such as a table or a schema. */
export function printLines(text: string): void {
  process.stdout.write(`${withoutCommands(forTerminal(text, "\t\n"))}\n`);
}

/** A command for GitHub's runner, which `print` keeps from it. */
export function printRunnerCommand(line: string): void {
  process.stdout.write(`${forTerminal(line)}\n`);
}

/** What a painter has drawn, with text that went through `forTerminal`. */
export function writeDrawn(text: string): void {
  process.stdout.write(text);
}

/** Writes a file to standard output as it is. On a terminal only text is: controls in it are escaped. */
export function writeFileOut(bytes: Uint8Array): void {
  process.stdout.write(process.stdout.isTTY ? forTerminal(Buffer.from(bytes).toString("utf8"), "\t\n") : bytes);
}

/** Writes part of a file to standard output, as `writeFileOut` does. @returns when there is room for more */
export function writePartOut(bytes: Uint8Array): Promise<void> {
  const shown = process.stdout.isTTY ? forTerminal(Buffer.from(bytes).toString("utf8"), "\t\n") : bytes;
  return new Promise((resolve) => void process.stdout.write(shown, () => resolve()));
}

/** What people should know beside the output, a line on standard error. */
export function printNote(text: string): void {
  printError(paintError("yellow", text));
}

/** Lines on standard error, those behind the first indented: whatever they hold, none of them looks like a message of its own. */
export function printError(text: string): void {
  const [first = "", ...others] = text.split("\n").map((line) => forTerminal(line));
  const lines = [first, ...others.map((line) => (line.startsWith(" ") ? line : `  ${line}`))];
  process.stderr.write(`${withoutCommands(lines.join("\n"))}\n`);
}

/** JSON on standard error. */
export function printJsonError(value: unknown): void {
  process.stderr.write(`${jsonText(value, 2)}\n`);
}

/** How commander prints help, and what it refuses. */
export const commanderOutput = {
  writeOut: (text: string): void => void process.stdout.write(forTerminal(text, "\t\n")),
  writeErr: (text: string): void => void process.stderr.write(withoutCommands(forTerminal(text, "\t\n"))),
};

/** A size for people: 512 B, 1.2 KB, 3.4 MB. */
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

/** Where GitHub runs a command, a name such as `::error::` must not begin a line as if we had said it. */
function withoutCommands(text: string): string {
  return process.env.GITHUB_ACTIONS ? text.replaceAll(RUNNER_COMMAND, "$1\\$2") : text;
}
