import { openPainter, type TerminalQuery } from "../images/painter.js";
import type { ImageMode } from "../options/terminal-image-options.js";
import { writeDrawn } from "../terminal/output.js";
import type { GalleryEntry } from "./render-entry.js";

/**
 * Prints images with text next to them, one below the other, each as soon as it is painted.
 *
 * @param columns width of an image
 * @param entries consumed one at a time
 * @param query the terminal's query, if it was sent before
 * @returns whether they were printed; false if `openPainter` allows tables only
 */
export async function printGallery(
  mode: ImageMode,
  columns: number,
  entries: Iterable<GalleryEntry> | AsyncIterable<GalleryEntry>,
  query?: TerminalQuery,
): Promise<boolean> {
  const painter = await openPainter(mode, columns, query);
  if (painter === undefined) return false;
  const { renderEntry } = await import("./render-entry.js");
  for await (const entry of entries) writeDrawn(await renderEntry(painter, entry, process.stdout.columns || 80));
  return true;
}
