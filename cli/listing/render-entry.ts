import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import type { Painter } from "../images/painter.js";
import { forTerminal } from "../terminal/output.js";

const GAP = "  ";

/** An icon with the text next to its image. */
export interface GalleryEntry {
  readonly name: string;
  /** The image file; undefined if the icon has none. */
  readonly image: Buffer | undefined;
  /** Truncated to the terminal's width. */
  readonly lines: readonly string[];
}

/**
 * An image with its text next to it and a blank row below.
 *
 * @param columns width of the terminal, which no line exceeds
 */
export async function renderEntry(
  { area, paint }: Painter,
  { name, image, lines }: GalleryEntry,
  columns: number,
): Promise<string> {
  const { before, rows } = await paint(image, name);
  const width = columns - area.columns - GAP.length;
  const count = Math.max(area.rows + 1, rows.length, lines.length);
  let text = before;
  for (let row = 0; row < count; row++) {
    const line = lines[row];
    text += rows[row] ?? " ".repeat(area.columns);
    text += line === undefined ? "\n" : `${GAP}${truncate(forTerminal(line), width)}\n`;
  }
  return text;
}

/** Wraps cli-truncate, which returns one column too many if it cuts next to some double-width characters. */
function truncate(text: string, columns: number): string {
  for (let width = columns; ; width--) {
    const cut = cliTruncate(text, width);
    if (width === 0 || stringWidth(cut) <= columns) return cut;
  }
}
