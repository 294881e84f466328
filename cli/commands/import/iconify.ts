import { Command } from "commander";
import type { ImportOptions, ImportResult } from "../../../build/import/iconify/import-iconify.js";
import { jsonOption, option } from "../../options.js";
import { paint, print, printJson } from "../../output.js";
import { createProgressView } from "../../progress.js";
import { countOf, forceOption, outOption } from "./apps.js";

interface ImportFlags {
  readonly out: string;
  readonly name?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function iconifyCommand(): Command {
  return new Command("iconify")
    .description("convert Iconify JSON sets into a dataset, one record per icon, including the drawings")
    .argument(
      "<sets...>",
      "Iconify JSON files, folders of them, or installed packages: @iconify-json/mdi, @iconify/json",
    )
    .addOption(outOption())
    .addOption(
      option("--name <name>", "name of the dataset (default: the set's name for a single set, otherwise Iconify)"),
    )
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  npm install @iconify-json/mdi && icons import iconify @iconify-json/mdi --out mdi && icons dev mdi\n  icons import iconify @iconify/json --out all-icons\n  icons import iconify our-icons.json more-sets/ --out icons --force",
    )
    .action(async (sources: string[], { json = false, ...flags }: ImportFlags) => {
      const result = await importShowing({ sources, ...flags }, json);
      if (json) printJson(result);
      else printResult(result, flags.out);
    });
}

/** Imports with progress on standard error. */
async function importShowing(options: ImportOptions, quiet: boolean): Promise<ImportResult> {
  const { importIconify } = await import("../../../build/import/iconify/import-iconify.js");
  const view = createProgressView(quiet);
  try {
    return await importIconify({
      ...options,
      onProgress: (progress) => view.update({ phase: "import", ...progress }),
    });
  } finally {
    view.stop();
  }
}

function printResult({ dataset, sets, icons, aliases, hidden, skipped, seconds }: ImportResult, out: string): void {
  const counts = `${countOf(icons, "icon")} of ${countOf(sets, "set")}, ${aliases} aliases, ${seconds.toFixed(1)} s`;
  print(`${paint("green", "imported")} ${dataset} into ${out} (${counts})`);
  if (hidden > 0) print(`left out ${countOf(hidden, "icon")} that the sets hide`);
  const broken = skipped.sets + skipped.icons;
  if (broken > 0) {
    print(`${paint("yellow", "skipped")} ${countOf(skipped.icons, "icon")} and ${countOf(skipped.sets, "set")}:`);
    for (const { file, icon, reason } of skipped.first) print(`  ${icon ?? file}: ${reason}`);
    if (broken > skipped.first.length) print(`  … and ${broken - skipped.first.length} more`);
  }
  print(`Next: ${paint("cyan", `icons dev ${out}`)}`);
}
