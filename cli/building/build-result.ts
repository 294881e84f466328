import type { BuildResult } from "../../build/compile/options.js";
import { formatBytes, paint, print, printNote } from "../output.js";
import { printTable } from "../table.js";
import { printSkipped } from "./skipped-pictures.js";

/** Tells what a build gave. @param out the artifacts folder */
export function printResult(
  { generation, unchanged, dataset, icons, analysed, files, seconds, skipped, stale, cacheFailure }: BuildResult,
  out: string,
): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const took = `${icons} icons, ${analysed} pictures analysed, ${files.length} files, ${formatBytes(bytes)}, ${seconds.toFixed(1)} s`;
  if (unchanged)
    print(`${paint("cyan", "unchanged")} ${dataset}: generation ${generation} in ${out} is live already (${took})`);
  else {
    print(`${paint("green", "built")} ${dataset}: generation ${generation} in ${out} (${took})`);
    printTable(
      ["file", "size"],
      files.map(({ name, size }) => [name, formatBytes(size)]),
    );
  }
  if (cacheFailure !== undefined) printNote(`analyses are not kept for the next build: ${cacheFailure}`);
  if (stale.length > 0) {
    print(`${paint("yellow", "not refreshed")} ${stale.length} pictures; they are as they were fetched earlier:`);
    for (const { image, reason } of stale) print(`  ${image}: ${reason}`);
  }
  printSkipped(skipped);
}
