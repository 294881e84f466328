import type { BuildResult, SkippedImage } from "../../build/compile/options.js";
import type { BuildWithHistory } from "../../build/history/compile-with-history.js";
import type { Proposed } from "../../build/history/propose-history.js";
import { formatBytes, paint, print, printNote } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

/** Prints the result of a build. @param out the artifacts folder */
export function printResult(
  { generation, unchanged, dataset, icons, analyzed, files, seconds, skipped, stale, cacheFailure }: BuildResult,
  out: string,
): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const took = `${icons} icons, ${analyzed} images analyzed, ${files.length} files, ${formatBytes(bytes)}, ${seconds.toFixed(1)} s`;
  if (unchanged)
    print(`${paint("cyan", "unchanged")} ${dataset}: generation ${generation} in ${out} is already live (${took})`);
  else {
    print(`${paint("green", "built")} ${dataset}: generation ${generation} in ${out} (${took})`);
    printTable(
      ["file", "size"],
      files.map(({ name, size }) => [name, formatBytes(size)]),
    );
  }
  if (cacheFailure !== undefined) printNote(`analyses can't be cached for the next build: ${cacheFailure}`);
  if (stale.length > 0) {
    print(`${paint("yellow", "not refreshed")} ${stale.length} images; earlier downloads are used:`);
    for (const { image, reason } of stale) print(`  ${image}: ${reason}`);
  }
  printSkipped(skipped);
}

/** Prints the images that could not be read. */
export function printSkipped(skipped: readonly SkippedImage[]): void {
  if (skipped.length === 0) return;
  print(`${paint("yellow", "skipped")} ${skipped.length} images; their icons have no hash and no image:`);
  for (const { id, image, reason } of skipped) print(`  ${id}: ${image}: ${reason}`);
}

/**
 * Prints which icons got, or lack, a history entry.
 *
 * @param remedy how to add missing entries
 */
export function printProposals(
  { proposed, proposals, recorded }: Proposed & Pick<BuildWithHistory, "recorded">,
  remedy: string,
): void {
  if (proposed === 0) return;
  const entries = `${proposed} history ${proposed === 1 ? "entry" : "entries"}`;
  print(
    recorded.length > 0
      ? `${paint("green", "recorded")} ${entries} in ${recorded.join(", ")}`
      : `${paint("yellow", "proposed")} ${entries}: ${remedy}`,
  );
  if (proposals.length > 0)
    printTable(
      ["id", "version", "date", "old hash", "new hash", "note"],
      proposals.map(({ id, entry, previousPhash }) => [
        id,
        entry.version,
        entry.date,
        previousPhash ?? "",
        entry.phash ?? "",
        entry.note ?? "",
      ]),
    );
  if (proposals.length < proposed) print(`… and ${proposed - proposals.length} more`);
}
