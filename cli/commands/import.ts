import { Command, type Option } from "commander";
import type { ImportOptions, ImportResult } from "../../build/import/iconify/import-iconify.js";
import type { AppsResult, Skipped } from "../../build/import/write-app-dataset.js";
import { acceptFormer, formerOption, jsonOption, option } from "../options/options.js";
import { commandText } from "../terminal/command-text.js";
import { paint, print, printJson } from "../terminal/output.js";
import { createProgressView } from "../terminal/progress.js";

const SHOWN = 10;

export function importCommand(): Command {
  const importing = new Command("import");
  for (const command of [iconifyCommand(), appStoreCommand(), freedesktopCommand()]) importing.addCommand(command);
  return importing;
}

interface ImportFlags {
  readonly out: string;
  readonly name?: string;
  readonly keywords?: readonly string[];
  readonly force?: boolean;
  readonly json?: boolean;
}

function iconifyCommand(): Command {
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
    .addOption(
      option(
        "--keywords <folder>",
        "folder of an npm package that has keywords for a set, such as lucide-static; repeatable; packages installed beside the sets are found",
      ).argParser((folder, before: readonly string[] = []) => [...before, folder]),
    )
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  npm install @iconify-json/mdi && icons import iconify @iconify-json/mdi --out mdi && icons dev mdi\n  icons import iconify @iconify/json --out all-icons\n  icons import iconify our-icons.json more-sets/ --out icons --force\n  icons import iconify lucide.json --keywords node_modules/lucide-static --out lucide",
    )
    .action(async (sources: string[], { json = false, ...flags }: ImportFlags) => {
      const result = await importSets({ sources, ...flags }, json);
      if (json) printJson(result);
      else printResult(result, flags.out);
    });
}

/** Imports with progress on standard error. */
async function importSets(options: ImportOptions, quiet: boolean): Promise<ImportResult> {
  const { importIconify } = await import("../../build/import/iconify/import-iconify.js");
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

function printResult(
  { dataset, sets, icons, aliases, keywords, hidden, skipped, seconds }: ImportResult,
  out: string,
): void {
  const counts = `${countOf(icons, "icon")} of ${countOf(sets, "set")}, ${aliases} aliases, ${seconds.toFixed(1)} s`;
  print(`${paint("green", "imported")} ${dataset} into ${out} (${counts})`);
  for (const { package: name, version, icons: count, problem } of keywords) {
    if (problem === undefined) print(`added keywords of ${name} ${version} to ${countOf(count, "icon")}`);
    else print(`${paint("yellow", "skipped")} the keywords of ${name}: ${problem}`);
  }
  if (hidden > 0) print(`skipped ${countOf(hidden, "icon")} that the sets hide`);
  const broken = skipped.sets + skipped.icons;
  if (broken > 0) {
    print(`${paint("yellow", "skipped")} ${countOf(skipped.icons, "icon")} and ${countOf(skipped.sets, "set")}:`);
    for (const { file, icon, reason } of skipped.first) print(`  ${icon ?? file}: ${reason}`);
    if (broken > skipped.first.length) print(`  … and ${broken - skipped.first.length} more`);
  }
  print(`Next: ${paint("cyan", commandText(["dev", out]))}`);
}

interface AppStoreFlags {
  readonly out: string;
  readonly name?: string;
  readonly force?: boolean;
  readonly images?: string;
  readonly json?: boolean;
}

function appStoreCommand(): Command {
  return new Command("app-store")
    .description("convert answers of the App Store lookup API into a dataset, one record per application")
    .argument(
      "<files...>",
      "JSON files with answers, or NDJSON with one answer, result or array of them per line; - reads standard input",
    )
    .addOption(outOption())
    .addOption(option("--name <name>", "name of the dataset (default: App Store)"))
    .addOption(option("--images <folder>", "images named after trackId or bundleId; other records keep the image URL"))
    .addOption(formerOption("pictures"))
    .hook("preAction", acceptFormer("images", "pictures"))
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons import app-store answers/*.json --out apps && icons build apps --download\n  jq -c .results[] answers/*.json | icons import app-store - --out apps --images artwork --force",
    )
    .action(async (files: string[], { json = false, images, ...flags }: AppStoreFlags) => {
      const { importAppStore } = await import("../../build/import/app-store/import-app-store.js");
      const sources = files.map((file) => (file === "-" ? { name: "standard input", chunks: process.stdin } : file));
      await importShowing((onProgress) => importAppStore({ sources, ...flags, images, onProgress }), flags.out, json);
      if (!json)
        print(`Next, to download the images: ${paint("cyan", commandText(["build", flags.out], { download: true }))}`);
    });
}

interface FreedesktopFlags {
  readonly out: string;
  readonly name?: string;
  readonly force?: boolean;
  readonly developer?: string;
  readonly json?: boolean;
}

function freedesktopCommand(): Command {
  return new Command("freedesktop")
    .description("convert desktop applications into a dataset: .desktop files, AppStream metainfo, icon themes")
    .argument(
      "<roots...>",
      "/, unpacked packages (dpkg-deb -x) or share folders; the first that has an application takes precedence",
    )
    .addOption(outOption())
    .addOption(option("--name <name>", "name of the dataset (default: Desktop applications)"))
    .addOption(option("--developer <name>", "developer of applications that name none (default: Unknown)"))
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons import freedesktop / --out installed && icons dev installed\n  dpkg-deb -x gimp_*.deb gimp && dpkg-deb -x gimp-data_*.deb gimp-data && icons import freedesktop gimp gimp-data --out apps",
    )
    .action(async (roots: string[], { json = false, ...flags }: FreedesktopFlags) => {
      const { importFreedesktop } = await import("../../build/import/freedesktop/import-freedesktop.js");
      await importShowing((onProgress) => importFreedesktop({ roots, ...flags, onProgress }), flags.out, json);
      if (!json) print(`Next: ${paint("cyan", commandText(["dev", flags.out]))}`);
    });
}

const outOption = (): Option => option("--out <folder>", "folder of the dataset, new or empty").makeOptionMandatory();
const forceOption = (): Option => option("--force", "replace the dataset of an earlier import");

/** Imports applications with progress on standard error, and prints the result. */
async function importShowing(
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
  const { dataset, icons, hidden, withoutImage, skipped, seconds } = result;
  const counts = `${countOf(icons, "icon")}, ${seconds.toFixed(1)} s`;
  print(`${paint("green", "imported")} ${dataset} into ${out} (${counts})`);
  if (hidden > 0) print(`skipped ${countOf(hidden, "entry", "entries")} that menus hide`);
  printSkipped(`${countOf(withoutImage.count, "icon")} without an image`, withoutImage);
  printSkipped(`${skipped.count} left out`, skipped);
}

function printSkipped(headline: string, { count, first }: Skipped): void {
  if (count === 0) return;
  print(`${paint("yellow", headline)}:`);
  for (const { icon, reason } of first.slice(0, SHOWN)) print(`  ${icon}: ${reason}`);
  if (count > SHOWN) print(`  … and ${count - SHOWN} more`);
}

/** "1 icon", "2 icons" */
function countOf(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}
