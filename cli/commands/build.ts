import { Command } from "commander";
import type { BuildResult } from "../../build/compile.js";
import { compileShowing } from "../compile-showing.js";
import { jsonOption, option, wholeNumber } from "../options.js";
import { formatBytes, paint, print, printJson } from "../output.js";
import { printTable } from "../table.js";

interface BuildFlags {
  readonly out: string;
  readonly jobs?: number;
  readonly strict?: boolean;
  readonly cache?: string | false;
  readonly keep: number;
  readonly watch?: boolean;
  readonly json?: boolean;
}

export function buildCommand(): Command {
  return new Command("build")
    .description("compile a dataset into a generation of artifact files")
    .argument("[data]", "dataset: a folder, a .json or an .ndjson file", process.env.ICONS_DATA ?? "data")
    .addOption(option("--out <folder>", "artifacts folder", "artifacts"))
    .addOption(
      option("--jobs <n>", "processes that analyse pictures (default: one per core)").argParser(wholeNumber(1, 256)),
    )
    .addOption(
      option("--cache <folder>", "folder of the analyses that are kept (default: cache in the artifacts folder)"),
    )
    .addOption(option("--no-cache", "analyse every picture anew"))
    .addOption(option("--strict", "stop when a picture can't be read"))
    .addOption(option("--keep <n>", "generations that are kept, the live one among them", 3).argParser(wholeNumber(1)))
    .addOption(option("--watch", "go on: build again whenever the dataset is edited, until interrupted"))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons build\n  icons build icons.ndjson --out /srv/icons --strict\n  icons build data --json | jq .generation",
    )
    .action(async (data: string, flags: BuildFlags) => {
      const { watch = false, json = false } = flags;
      const show = (result: BuildResult): void => (json ? printJson(result) : printResult(result, flags.out));
      if (!watch) return show(await compileShowing({ data, ...flags }, json));
      const { buildWatching } = await import("../build-watching.js");
      await buildWatching({ data, ...flags }, json, show);
    });
}

export function printResult(
  { generation, unchanged, dataset, icons, analysed, files, seconds, skipped }: BuildResult,
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
  if (skipped.length === 0) return;
  print(`${paint("yellow", "skipped")} ${skipped.length} pictures; their icons have no hash and no picture:`);
  for (const { id, image, reason } of skipped) print(`  ${id}: ${image}: ${reason}`);
}
