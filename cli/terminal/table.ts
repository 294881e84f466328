import { createRequire } from "node:module";
import { stripVTControlCharacters } from "node:util";
import { colorful, forTerminal, paint, print, writeDrawn } from "./output.js";

const require = createRequire(import.meta.url);

/** A blank on each side of a cell. */
const CELL_PADDING = 2;
const MIN_COLUMN = 20;

/** Prints a table on a terminal; when piped, tab-separated lines with a heading, for `cut` and `awk`. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  if (!process.stdout.isTTY) {
    for (const row of [head, ...rows]) print(row.map((cell) => String(cell).replaceAll(/[\t\n]/g, " ")).join("\t"));
    return;
  }
  // Loaded here, since output that is piped does without it.
  const Table = require("cli-table3") as typeof import("cli-table3");
  const cells = rows.map((row) => row.map((cell) => forTerminal(String(cell), "\n")));
  const table = new Table({
    colWidths: fittingWidths([[...head], ...cells], process.stdout.columns || 80),
    wordWrap: true,
    wrapOnWordBoundary: true,
    head: head.map((title) => forTerminal(paint("bold", title))),
    style: { head: [], border: colorful ? ["gray"] : [] },
    chars: { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" },
  });
  for (const row of cells) table.push(row);
  writeDrawn(`${table.toString()}\n`);
}

/** Natural widths, except that the widest column gets the remaining width on a narrow terminal. */
function fittingWidths(rows: readonly (readonly string[])[], terminal: number): (number | null)[] {
  const widths = rows[0]!.map((_, column) => longest(rows.map((row) => widthOf(row[column] ?? ""))) + CELL_PADDING);
  const borders = widths.length + 1;
  const widest = widths.indexOf(Math.max(...widths));
  const left = terminal - borders - widths.reduce((sum, width, column) => (column === widest ? sum : sum + width), 0);
  return widths.map((width, column) => (column === widest && width > left ? Math.max(left, MIN_COLUMN) : null));
}

function widthOf(cell: string): number {
  const lines = stripVTControlCharacters(cell).split("\n");
  return longest(lines.map((line) => line.length));
}

/** `Math.max` takes no more arguments than fit on the stack. */
function longest(lengths: readonly number[]): number {
  return lengths.reduce((most, length) => Math.max(most, length), 0);
}
