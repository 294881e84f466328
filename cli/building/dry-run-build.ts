import type { BuildOptions } from "../../build/compile/options.js";
import { buildScratch } from "../../build/compile/scratch-build.js";
import { diffJson, reportDiff } from "../../build/diff/report.js";
import { openLiveSide, openSide } from "../../build/diff/side.js";
import { createHistoryProposer } from "../../build/history/propose-history.js";
import { printReport } from "../diff/diff-report.js";
import { paint, print, printJson } from "../terminal/output.js";
import { showingProgress } from "../terminal/progress.js";
import { printFindings, printProposals, recordingText } from "./build-report.js";

interface DryRunFlags {
  readonly limit: number;
  readonly json?: boolean;
}

/**
 * Compiles a dataset to a temporary folder and reports what would change in the live generation.
 *
 * @param date of the proposed history entries
 * @throws DroppedIconsError after the report, if the build would be refused
 */
export async function dryRunBuild(
  options: BuildOptions & { readonly date?: string },
  date: string,
  { limit, json = false }: DryRunFlags,
): Promise<void> {
  const live = openLiveSide(options.out);
  const { result, artifacts, remove } = await showingProgress(json, (onProgress) =>
    buildScratch({ ...options, onProgress }, false),
  );
  try {
    const built = openSide(artifacts, result.generation);
    const { add, proposed } = createHistoryProposer(live, built, date, limit);
    const report = reportDiff(live, built, limit, add);
    const proposals = proposed();
    const { generation, dataset, icons, analyzed, skipped, removedParts, stale, seconds, dropped } = result;
    if (json) {
      const facts = { generation, dataset, icons, analyzed, skipped, removedParts, stale, seconds };
      printJson({ ...facts, dryRun: true, diff: diffJson(report), ...proposals });
    } else {
      printReport(report, limit);
      printProposals({ ...proposals, recorded: [] }, `\`${recordingText(options)}\` writes them into the dataset`);
      printFindings(result);
      print(`${paint("cyan", "dry run")} ${dataset}: nothing was written into ${options.out}`);
    }
    if (dropped !== undefined) throw dropped;
  } finally {
    await remove();
  }
}
