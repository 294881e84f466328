import { replaceFile } from "#src/platform/write-file.js";
import type { DiffReport } from "../report.js";
import type { Side } from "../side.js";
import { renderPage } from "./render-page.js";

/**
 * Writes a report as a page of its own: pictures embedded, no script, nothing loaded from anywhere, so that it can be mailed.
 *
 * @throws the system's error when the file can't be written; what was there before stays then
 */
export function writePage(path: string, report: DiffReport, before: Side | undefined, after: Side): Promise<void> {
  return replaceFile(path, renderPage({ report, before, after }));
}
