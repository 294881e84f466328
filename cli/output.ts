import { styleText } from "node:util";
import type { Range } from "../src/text/range.js";
import { groundOf, PLAIN, parseRgb } from "./terminal-color.js";

/** Where a command writes: plain when piped, coloured on a terminal unless NO_COLOR is set. */
export const colourful = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;

export type Style = Parameters<typeof styleText>[0];

/** How letters that a query matches are shown. */
export const MATCHED: Style = ["bold", "underline"];

/** Colours text for standard output, or leaves it as it is. */
export function paint(style: Style, text: string): string {
  return colourful ? styleText(style, text) : text;
}

/** Colours parts of a text. @param ranges sorted, apart from each other */
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
  return process.stderr.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}

/** A patch of a colour `#rrggbb` before its name on a terminal; nothing elsewhere. */
export function swatch(hex: string): string {
  return colourful ? `${groundOf(parseRgb(hex))}  ${PLAIN} ` : "";
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What people should know beside the output, on standard error. */
export function printNote(text: string): void {
  process.stderr.write(`${paintError("yellow", text)}\n`);
}

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
