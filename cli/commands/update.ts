import { Command } from "commander";
import type { UpdateReport } from "../../build/update/update-dataset.js";
import { jsonOption, limitOption, option } from "../options/options.js";
import { EXIT } from "../process/failure.js";
import { commandText } from "../terminal/command-text.js";
import { paint, print, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

const TITLES = {
  renamed: "renamed",
  removed: "removed",
  added: "added",
  drawing: "drawing changed",
  fields: "fields changed",
  kept: "yours stays",
  "left out": "left out",
} as const;
/** Rows about what stays as it is. */
const UNCHANGED = ["kept", "left out"];

interface UpdateFlags {
  readonly from?: readonly string[];
  readonly base?: readonly string[];
  readonly date?: string;
  readonly dryRun?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

export function outdatedCommand(): Command {
  return comparing("outdated")
    .addHelpText(
      "after",
      "\nExits with 1 if there is something to update, with 0 if not. Nothing is written, and nothing is downloaded: run npm update or git pull first.\n\nExamples:\n  icons outdated brands\n  icons outdated brands --from simple-icons-16.0.0.tgz --json",
    )
    .action(async (data: string, flags: UpdateFlags) => {
      const { rows } = await run(data, { ...flags, dryRun: true });
      if (rows.some(({ kind }) => !UNCHANGED.includes(kind))) process.exitCode = EXIT.failure;
    });
}

export function updateCommand(): Command {
  return comparing("update")
    .addOption(option("--date <date>", "date of added, changed and removed icons (default: today in UTC)"))
    .addOption(option("--dry-run", "write nothing"))
    .addHelpText(
      "after",
      "\nYour edits stay. Renamed icons get their former id in formerIds, removed ones an entry in removed.json; icons that you have edited are not removed. What you and the source have both changed stays as yours and is listed.\n\nExamples:\n  npm install simple-icons@latest && icons update brands --dry-run\n  icons update services --from dashboard-icons-main.tar.gz",
    )
    .action(async (data: string, flags: UpdateFlags) => {
      await run(data, flags);
      if (!flags.json && !flags.dryRun) print(`Next: ${paint("cyan", commandText(["build", data]))}`);
    });
}

function comparing(name: string): Command {
  const collect = (path: string, before: readonly string[] = []): readonly string[] => [...before, path];
  return new Command(name)
    .argument("<dataset>", "folder of a dataset of icons import: an Iconify import or a collection")
    .addOption(
      option(
        "--from <source>",
        "package, folder or tarball with the new version (default: where the dataset was imported from); repeatable",
      ).argParser(collect),
    )
    .addOption(
      option(
        "--base <source>",
        "the version that was imported, for a dataset without upstream.ndjson; repeatable",
      ).argParser(collect),
    )
    .addOption(limitOption())
    .addOption(jsonOption());
}

async function run(data: string, { limit, json, ...flags }: UpdateFlags): Promise<UpdateReport> {
  const { updateDataset } = await import("../../build/update/update-dataset.js");
  const report = await updateDataset({ data, ...flags });
  if (json) printJson(report);
  else printReport(report, limit);
  return report;
}

function printReport({ previous, sources, rows, skipped }: UpdateReport, limit: number): void {
  for (const [at, { from, version = "unknown" }] of sources.entries())
    print(`${from}: ${previous[at]?.version ?? "unknown"} → ${version}`);
  const counts = Object.entries(TITLES).map(([kind, title]) => [title, rows.filter((row) => row.kind === kind).length]);
  print(
    counts.flatMap(([title, count]) => (count === 0 ? [] : [`${title}: ${count}`])).join(", ") || "nothing changed",
  );
  const shown = rows.slice(0, limit).map(({ kind, id, to, detail }) => {
    const title = paint(UNCHANGED.includes(kind) ? "yellow" : "green", TITLES[kind]);
    return [title, to === undefined ? id : `${id} → ${to}`, detail];
  });
  if (shown.length > 0) printTable(["change", "icon", "detail"], shown);
  if (rows.length > limit) print(`… and ${rows.length - limit} more`);
  if (skipped.length > 0) print(paint("yellow", "not imported:"));
  for (const { icon = "", reason } of skipped.slice(0, limit)) print(`  ${icon}: ${reason}`);
}
