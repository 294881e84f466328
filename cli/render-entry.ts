import cliTruncate from "cli-truncate";
import type { GalleryEntry } from "./gallery.js";
import type { Painter } from "./pictures/painter.js";

const GAP = "  ";

/**
 * A picture with its text beside it and a blank row below.
 *
 * @param columns of the terminal, which no line exceeds
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
    const said = lines[row];
    text += rows[row] ?? " ".repeat(area.columns);
    text += said === undefined ? "\n" : `${GAP}${cliTruncate(said, width)}\n`;
  }
  return text;
}
