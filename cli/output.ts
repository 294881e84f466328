import { stripVTControlCharacters, styleText } from "node:util";
import Table from "cli-table3";

/** A blank on each side of a cell. */
const CELL_PADDING = 2;
const MIN_COLUMN = 20;

/** Where a command writes: plain when piped, coloured on a terminal unless NO_COLOR is set. */
export const colourful = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;

export type Style = Parameters<typeof styleText>[0];

/** Colours text for standard output, or leaves it as it is. */
export function paint(style: Style, text: string): string {
  return colourful ? styleText(style, text) : text;
}

/** The same for standard error. */
export function paintError(style: Style, text: string): string {
  return process.stderr.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}

/** A patch of a colour `#rrggbb` before its name on a terminal; nothing elsewhere. */
export function swatch(hex: string): string {
  if (!colourful) return "";
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `\u001b[48;2;${red};${green};${blue}m  \u001b[0m `;
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A table on a terminal; when piped, tab-separated lines with a heading, for `cut` and `awk`. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  if (!process.stdout.isTTY) {
    for (const row of [head, ...rows]) print(row.map((cell) => String(cell).replaceAll(/[\t\n]/g, " ")).join("\t"));
    return;
  }
  const cells = rows.map((row) => row.map(String));
  const table = new Table({
    colWidths: fittingWidths([[...head], ...cells], process.stdout.columns || 80),
    wordWrap: true,
    wrapOnWordBoundary: true,
    head: head.map((title) => paint("bold", title)),
    style: { head: [], border: colourful ? ["gray"] : [] },
    chars: { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" },
  });
  table.push(...cells);
  print(table.toString());
}

/** Natural widths, but the widest column takes what the others leave of a terminal that is too narrow. */
function fittingWidths(rows: readonly (readonly string[])[], terminal: number): (number | null)[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ""))) + CELL_PADDING);
  const borders = widths.length + 1;
  const widest = widths.indexOf(Math.max(...widths));
  const left = terminal - borders - widths.reduce((sum, width, column) => (column === widest ? sum : sum + width), 0);
  return widths.map((width, column) => (column === widest && width > left ? Math.max(left, MIN_COLUMN) : null));
}

function widthOf(cell: string): number {
  return Math.max(
    ...stripVTControlCharacters(cell)
      .split("\n")
      .map((line) => line.length),
  );
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
