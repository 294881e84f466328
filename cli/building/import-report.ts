import type { Option } from "commander";
import type { KeptIds } from "../../build/import/keep-ids.js";
import type { AppsResult, Skipped } from "../../build/import/write-app-dataset.js";
import { option } from "../options/options.js";
import { countOf } from "../terminal/count-of.js";
import { paint, print, printJson } from "../terminal/output.js";
import { createProgressView } from "../terminal/progress.js";

const SHOWN = 10;

/** The folder of an import. */
export const outOption = (): Option =>
  option("--out <folder>", "folder of the dataset, new or empty").makeOptionMandatory();
/** Whether to replace an earlier import. */
export const forceOption = (
  description = "replace the dataset of an earlier import; of edits in it, only formerIds and removed.json are kept",
): Option => option("--force", description);

/** Imports applications with progress on standard error, and prints the result. */
export async function importShowing<Result extends AppsResult>(
  work: (onProgress: (progress: { done: number; total: number }) => void) => Promise<Result>,
  out: string,
  json: boolean,
): Promise<Result> {
  const view = createProgressView(json);
  let result: Result;
  try {
    result = await work((progress) => view.update({ phase: "read", ...progress }));
  } finally {
    view.stop();
  }
  if (json) {
    printJson(result);
    return result;
  }
  const { dataset, icons, hidden, withoutImage, skipped, invalidFields, kept, seconds } = result;
  const counts = `${countOf(icons, "icon")}, ${seconds.toFixed(1)} s`;
  print(`${paint("green", "imported")} ${dataset} into ${out} (${counts})`);
  printKept(kept);
  if (hidden > 0) print(`skipped ${countOf(hidden, "entry", "entries")} that menus hide`);
  printSkipped(`${countOf(withoutImage.count, "icon")} without an image`, withoutImage);
  printSkipped(`${skipped.count} left out`, skipped);
  printSkipped(`${countOf(invalidFields.count, "invalid value")} left out`, invalidFields);
  return result;
}

/** Prints what an import took over from the dataset that it replaced. */
export function printKept({ formerIds, removed }: KeptIds): void {
  if (formerIds + removed === 0) return;
  print(`kept ${countOf(formerIds, "former id")} and ${countOf(removed, "removed icon")} of the replaced dataset`);
}

function printSkipped(headline: string, { count, first }: Skipped): void {
  if (count === 0) return;
  print(`${paint("yellow", headline)}:`);
  for (const { icon, reason } of first.slice(0, SHOWN)) print(`  ${icon}: ${reason}`);
  if (count > SHOWN) print(`  … and ${count - SHOWN} more`);
}
