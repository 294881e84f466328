import { Command } from "commander";
import type { BuildOptions, BuildResult } from "../../build/compile.js";
import { jsonOption, option, wholeNumber } from "../options.js";
import { formatBytes, paint, print, printJson } from "../output.js";
import { createProgressView } from "../progress.js";
import { printTable } from "../table.js";

interface BuildFlags {
  readonly out: string;
  readonly jobs?: number;
  readonly strict?: boolean;
  readonly cache: boolean;
  readonly images: boolean;
  readonly largeImages: boolean;
  readonly keep: number;
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
    .addOption(option("--no-cache", "analyse every picture anew"))
    .addOption(option("--no-images", "leave pictures out; they are measured all the same"))
    .addOption(option("--no-large-images", "leave large pictures out: those of 128 pixels stay"))
    .addOption(option("--strict", "stop when a picture can't be read"))
    .addOption(option("--keep <n>", "generations that are kept, the live one among them", 3).argParser(wholeNumber(1)))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons build\n  icons build icons.ndjson --out /srv/icons --strict\n  icons build data --json | jq .generation",
    )
    .action(async (data: string, flags: BuildFlags) => {
      const result = await compileShowing({ data, ...flags }, flags.json ?? false);
      if (flags.json) printJson(result);
      else printResult(result, flags.out);
    });
}

/** Compiles with progress on standard error. */
export async function compileShowing(options: BuildOptions, quiet: boolean): Promise<BuildResult> {
  // Loaded here, so that commands which only ask start without the compiler.
  const { compile } = await import("../../build/compile.js");
  const view = createProgressView(quiet);
  try {
    return await compile({ ...options, onProgress: (progress) => view.update(progress) });
  } finally {
    view.stop();
  }
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
  printSkipped(
    "pictures; their icons have no hash and no picture",
    skipped.filter(({ largeOnly }) => !largeOnly),
  );
  printSkipped(
    "large pictures; their icons have those of 128 pixels",
    skipped.filter(({ largeOnly }) => largeOnly),
  );
}

function printSkipped(what: string, skipped: BuildResult["skipped"]): void {
  if (skipped.length === 0) return;
  print(`${paint("yellow", "skipped")} ${skipped.length} ${what}:`);
  for (const { id, image, reason } of skipped) print(`  ${id}: ${image}: ${reason}`);
}
