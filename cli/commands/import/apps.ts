import type { Option } from "commander";
import type { AppsResult, Skipped } from "../../../build/import/import-apps.js";
import { option } from "../../options.js";
import { paint, print, printJson } from "../../output.js";
import { createProgressView } from "../../progress.js";

const SHOWN = 10;

export const outOption = (): Option =>
  option("--out <folder>", "folder of the dataset, new or empty").makeOptionMandatory();
export const forceOption = (): Option => option("--force", "replace the dataset of an earlier import");

/** Imports applications with progress on standard error, and tells of the result. */
export async function importShowing(
  work: (onProgress: (progress: { done: number; total: number }) => void) => Promise<AppsResult>,
  out: string,
  json: boolean,
): Promise<void> {
  const view = createProgressView(json);
  let result: AppsResult;
  try {
    result = await work((progress) => view.update({ phase: "read", ...progress }));
  } finally {
    view.stop();
  }
  if (json) return printJson(result);
  const { dataset, icons, hidden, withoutPicture, skipped, seconds } = result;
  const counts = `${countOf(icons, "icon")}, ${seconds.toFixed(1)} s`;
  print(`${paint("green", "imported")} ${dataset} into ${out} (${counts})`);
  if (hidden > 0) print(`left out ${countOf(hidden, "entry", "entries")} that menus don't show`);
  printSkipped(`${countOf(withoutPicture.count, "icon")} without a picture`, withoutPicture);
  printSkipped(`${skipped.count} left out`, skipped);
}

function printSkipped(headline: string, { count, first }: Skipped): void {
  if (count === 0) return;
  print(`${paint("yellow", headline)}:`);
  for (const { icon, reason } of first.slice(0, SHOWN)) print(`  ${icon}: ${reason}`);
  if (count > SHOWN) print(`  … and ${count - SHOWN} more`);
}

/** "1 icon", "2 icons" */
export function countOf(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}
