import type { RefusedImage } from "../../build/add/add-images.js";
import type { BuildOptions, BuildResult, ImageName, RemovedParts, SkippedImage } from "../../build/compile/options.js";
import { isDifferent } from "../../build/diff/report.js";
import type { BuildWithHistory } from "../../build/history/compile-with-history.js";
import type { Proposed } from "../../build/history/propose-history.js";
import { countsText } from "../diff/diff-report.js";
import { commandText } from "../terminal/command-text.js";
import { countOf } from "../terminal/count-of.js";
import { formatBytes, paint, print, printNote } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

/** Further images that could not be read or refreshed are counted. */
const MAX_IMAGES = 100;

/** What a build reports besides its generation. */
export type Findings = Pick<BuildResult, "skipped" | "removedParts" | "stale" | "cacheFailure">;

/** Prints the result of a build. @param out the artifacts folder. @param verbose whether to list the files */
export function printResult(result: BuildResult, out: string, verbose = false): void {
  const { generation, unchanged, dataset, files, seconds } = result;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const sizes = verbose ? `${files.length} files, ${formatBytes(bytes)}, ` : "";
  const took = `${builtText(result)}, ${sizes}${seconds.toFixed(1)} s`;
  if (verbose && !unchanged)
    printTable(
      ["file", "size"],
      files.map(({ name, size }) => [name, formatBytes(size)]),
    );
  print(
    unchanged
      ? `${paint("cyan", "unchanged")} ${dataset}: generation ${generation} in ${out} is already live (${took})`
      : `${paint("green", "built")} ${dataset}: generation ${generation} in ${out} (${took})`,
  );
  printFindings(result);
}

/** What a build has read: `1022 icons, 1 image analyzed`. */
export function builtText({ icons, analyzed }: BuildResult): string {
  return `${countOf(icons, "icon")}, ${countOf(analyzed, "image")} analyzed`;
}

/** Prints on one line what changed since the previously live generation. */
export function printDifference({ difference }: BuildWithHistory): void {
  if (difference === undefined) return;
  const counted = isDifferent(difference)
    ? countsText(difference)
    : "no icon, only the dataset's settings or its files";
  print(`${paint("cyan", "changed")} since ${difference.before!.generation}: ${counted}`);
}

/** Prints what went wrong in a build without ending it. */
export function printFindings({ skipped, removedParts, stale, cacheFailure }: Findings): void {
  if (cacheFailure !== undefined) printNote(`analyses can't be cached for the next build: ${cacheFailure}`);
  if (stale.length > 0) {
    print(`${paint("yellow", "not refreshed")} ${countOf(stale.length, "image")}; earlier downloads are used:`);
    printSome(stale, ({ image, reason }) => `${image}: ${reason}`);
  }
  printSkipped(skipped);
  printRemovedParts(removedParts);
}

/** Prints which images are not made into icons. */
export function printRefused(refused: readonly RefusedImage[]): void {
  for (const { image, reason } of refused) printNote(`${image} is not added: ${reason}`);
}

function printSkipped(skipped: readonly SkippedImage[]): void {
  if (skipped.length === 0) return;
  print(
    `${paint("yellow", "skipped")} ${countOf(skipped.length, "image")}; their icons have no hash and no image, or lack a variant:`,
  );
  printSome(skipped, (name) => `${nameText(name)}: ${name.image}: ${name.reason}`);
}

function printRemovedParts({ drawings, kinds }: RemovedParts): void {
  if (drawings === 0) return;
  print(
    `${paint("yellow", "removed")} parts of ${countOf(drawings, "drawing")}, which may look or behave differently:`,
  );
  for (const { part, drawings: count, first } of kinds) {
    const more = count > first.length ? ` and ${count - first.length} more` : "";
    print(`  ${part} in ${first.map(nameText).join("; ")}${more}`);
  }
}

function printSome<Item>(items: readonly Item[], describe: (item: Item) => string): void {
  for (const item of items.slice(0, MAX_IMAGES)) print(`  ${describe(item)}`);
  if (items.length > MAX_IMAGES) print(`  … and ${items.length - MAX_IMAGES} more`);
}

function nameText({ id, variant }: ImageName): string {
  return `${id}${variant === undefined ? "" : `, variant ${variant}`}`;
}

/** The command that builds the same dataset and writes the proposed entries into it. @param date as given, if any */
export function recordingText({ data, out, images, date }: BuildOptions & { readonly date?: string }): string {
  return commandText(["build", data], { out, "no-images": images === false, date, "record-history": true });
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
