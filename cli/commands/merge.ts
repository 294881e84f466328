import { existsSync } from "node:fs";
import { Command } from "commander";
import type { MergeReport, ReportedPair } from "../../build/merge/options.js";
import { forceOption, outOption } from "../building/import-report.js";
import { artifactsOption, jsonOption, option, wholeNumber } from "../options/options.js";
import { commandText } from "../terminal/command-text.js";
import { countOf } from "../terminal/count-of.js";
import { paint, print, printJson, printNote } from "../terminal/output.js";
import { showingProgress } from "../terminal/progress.js";
import { printTable } from "../terminal/table.js";

const SHOWN = 10;

interface MergeFlags {
  readonly out: string;
  readonly force?: boolean;
  readonly name?: string;
  readonly decisions?: string;
  readonly renameCollisions?: boolean;
  readonly dryRun?: boolean;
  readonly html?: string;
  readonly limit: number;
  readonly artifacts: string;
  readonly cache: boolean;
  readonly jobs?: number;
  readonly json?: boolean;
}

export function mergeCommand(): Command {
  return new Command("merge")
    .argument("<data...>", "datasets by priority, highest first; NAME=PATH names one in decisions and origins")
    .addOption(outOption())
    .addOption(forceOption("replace the dataset of an earlier merge, and lose edits in it"))
    .addOption(option("--name <name>", "name of the merged dataset (default: that of the first)"))
    .addOption(option("--decisions <file>", "file of decisions (default: <out>.merge.json)"))
    .addOption(
      option("--rename-collisions", "keep records apart that have only their id in common: rename the later one"),
    )
    .addOption(option("--dry-run", "find pairs, and write only the page of --html"))
    .addOption(option("--html <file>", "also write an HTML page with both images of each pair"))
    .addOption(option("--limit <n>", "pairs to list; all are counted", 100).argParser(wholeNumber(0)))
    .addOption(artifactsOption())
    .addOption(option("--no-cache", "analyze every image again instead of using the cache in the artifacts folder"))
    .addOption(
      option("--jobs <n>", "processes that analyze images (default: one per core)").argParser(wholeNumber(1, 256)),
    )
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Two records of different datasets are a pair if they share an id, a name or alias, an identity (domain, bundle, image, package), or the image. If two of these reasons agree, they become one record by default; else both are kept. The decisions file has a line per pair: change "decision" to "same" or "different", "id" chooses the id of the merged record, "rename" a new id of the second. The next merge applies all decisions and lists the new pairs.

Examples:
  icons merge data brands --out merged --html review.html
  icons merge data brands=simple-icons logos --out merged --force
  icons merge data brands --out merged --dry-run --json | jq .pairs`,
    )
    .action(async (data: string[], { json = false, ...flags }: MergeFlags) => {
      const { mergeDatasets } = await import("../../build/merge/merge-datasets.js");
      const { cache, ...options } = flags;
      const report = await showingProgress(json, (onProgress) =>
        mergeDatasets({ ...options, ...(cache ? {} : { cache }), sources: data.map(sourceOf), onProgress }),
      );
      if (json) return printJson(report);
      printReport(report, flags);
    });
}

/** A dataset, or `NAME=PATH`. */
function sourceOf(text: string): { readonly data: string; readonly name?: string } {
  const at = text.indexOf("=");
  return at < 1 || existsSync(text) ? { data: text } : { name: text.slice(0, at), data: text.slice(at + 1) };
}

function printReport(report: MergeReport, { out, html, dryRun = false }: MergeFlags): void {
  const { dataset, inputs, pairs, listed, stale, commonKeys, leftOut, icons, decisions, seconds } = report;
  const news = listed.filter(({ isNew }) => isNew);
  if (news.length > 0) printTable(["decision", "reasons", "first", "second", "in common"], news.map(rowOf));
  const kinds = Object.entries(pairs.reasons).map(([reason, count]) => `${reason} ${count}`);
  const { same, different, undecided } = pairs.decisions;
  print(
    `${countOf(pairs.total, "pair")} (${kinds.join(", ")}): ${same} same, ${different} different, ${undecided} undecided`,
  );
  const check = pairs.uncertain > 0 ? `, ${paint("yellow", `${pairs.uncertain} to check`)}` : "";
  const where = dryRun ? `, which a merge writes to ${decisions}` : `, in ${decisions}`;
  print(`${countOf(pairs.new, "new pair")}${check}${where}`);
  if (commonKeys > 0) print(`ignored ${countOf(commonKeys, "name")} and identities that more than 20 records share`);
  printSome(
    `${countOf(stale.length, "decision")} not applied`,
    stale.map(({ decision, reason }) => `${decision.first.join(": ")} and ${decision.second.join(": ")}: ${reason}`),
  );
  printSome("not taken over", leftOut);
  if (html !== undefined) print(`page: ${html}`);
  const sum = inputs.map(({ dataset, icons }) => `${dataset} ${icons}`).join(" + ");
  const counts = `${sum} = ${countOf(icons, "icon")}, ${seconds.toFixed(1)} s`;
  if (dryRun) {
    printNote(`nothing was merged because of --dry-run (${counts})`);
    return;
  }
  print(`${paint("green", "merged")} ${dataset} into ${out} (${counts})`);
  print(`Next: ${paint("cyan", commandText(["build", out]))}`);
}

function rowOf({ decision, reasons, first, second, common, rename }: ReportedPair): string[] {
  const choice = rename === undefined ? decision : `${decision}, ${rename}`;
  return [
    choice,
    reasons.join(", "),
    `${first.dataset}: ${first.id}`,
    `${second.dataset}: ${second.id}`,
    common.join(", "),
  ];
}

function printSome(headline: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  print(`${paint("yellow", headline)}:`);
  for (const line of lines.slice(0, SHOWN)) print(`  ${line}`);
  if (lines.length > SHOWN) print(`  … and ${lines.length - SHOWN} more`);
}
