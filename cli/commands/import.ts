import { Command } from "commander";
import type { ImportOptions, ImportResult } from "../../build/import/iconify/import-iconify.js";
import { forceOption, importShowing, outOption, printKept } from "../building/import-report.js";
import { jsonOption, option } from "../options/options.js";
import { commandText } from "../terminal/command-text.js";
import { countOf } from "../terminal/count-of.js";
import { paint, print, printJson } from "../terminal/output.js";
import { createProgressView } from "../terminal/progress.js";
import { brandsCommands } from "./import-brands.js";
import { collectionCommands } from "./import-collection.js";

const KEYWORD_PACKAGES = `  lucide-static (lucide), @tabler/icons (tabler), @mdi/svg (mdi), @phosphor-icons/core (ph),
  @fortawesome/fontawesome-free (fa, fa-*, fa6-*, fa7-*), @primer/octicons (octicon), ionicons (ion),
  @carbon/icons (carbon), @vscode/codicons (codicon), @material-icons/svg (ic, material-symbols*),
  @iconscout/unicons (uil, uim, uis, uit), devicon (devicon*), simple-icons (simple-icons),
  flag-icons (flag, circle-flags, flagpack), cryptocurrency-icons (cryptocurrency*),
  emojibase-data (openmoji, twemoji, noto*, fluent-emoji*, emojione*)`;

export function importCommand(): Command {
  const importing = new Command("import");
  const others = [recordsCommand(), iconifyCommand(), appStoreCommand(), freedesktopCommand()];
  for (const command of [...others, ...collectionCommands(), ...brandsCommands()]) importing.addCommand(command);
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
        "folder of an npm package that has keywords for a set, such as lucide-static; repeatable; packages installed next to the sets are found",
      ).argParser((folder, before: readonly string[] = []) => [...before, folder]),
    )
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  npm install @iconify-json/mdi && icons import iconify @iconify-json/mdi --out mdi && icons dev mdi\n  icons import iconify @iconify/json --out all-icons\n  icons import iconify our-icons.json more-sets/ --out icons --force\n  icons import iconify lucide.json --keywords node_modules/lucide-static --out lucide" +
        `\n\nPackages with keywords, and their sets:\n${KEYWORD_PACKAGES}`,
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
  { dataset, sets, icons, aliases, keywords, hidden, skipped, kept, seconds }: ImportResult,
  out: string,
): void {
  const counts = `${countOf(icons, "icon")} of ${countOf(sets, "set")}, ${aliases} aliases, ${seconds.toFixed(1)} s`;
  print(`${paint("green", "imported")} ${dataset} into ${out} (${counts})`);
  for (const { package: name, version, icons: count, problem } of keywords) {
    if (problem === undefined) print(`added keywords of ${name} ${version} to ${countOf(count, "icon")}`);
    else print(`${paint("yellow", "skipped")} the keywords of ${name}: ${problem}`);
  }
  printKept(kept);
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
    .description("convert responses of the App Store lookup API into a dataset, one record per application")
    .argument(
      "<files...>",
      "JSON files with responses, or NDJSON with one response, result or array per line; - reads standard input",
    )
    .addOption(outOption())
    .addOption(option("--name <name>", "name of the dataset (default: App Store)"))
    .addOption(option("--images <folder>", "images named after trackId or bundleId; other records keep the image URL"))
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons import app-store responses/*.json --out apps && icons build apps --download\n  jq -c .results[] responses/*.json | icons import app-store - --out apps --images artwork --force",
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

interface RecordsFlags {
  readonly out: string;
  readonly name?: string;
  readonly map?: readonly string[];
  readonly force?: boolean;
  readonly json?: boolean;
}

function recordsCommand(): Command {
  return new Command("records")
    .description("convert a table or list of your own into a dataset: CSV, TSV, YAML, JSON with comments")
    .argument("<file>", "CSV, TSV, YAML, JSON or NDJSON file in UTF-8 or UTF-16; images are relative to its folder")
    .addOption(outOption())
    .addOption(option("--name <name>", "name of the dataset (default: the file's name)"))
    .addOption(
      option(
        "--map <field=column>",
        "column of a field, such as name=title or attributes.price=cost; repeatable; others are guessed and shown",
      ).argParser((pair, before: readonly string[] = []) => [...before, pair]),
    )
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nColumns belong to the field of the same name, or one that usually means it: title, vendor, group, logo, url, tags. Items of a cell are separated by ; | or comma. A missing id comes from the name; a missing developer or category is marked to fill in.\n\nExamples:\n  icons import records icons.csv --out icons && icons dev icons\n  icons import records apps.yaml --out apps --map name=title --map developer=vendor",
    )
    .action(async (file: string, { json = false, ...flags }: RecordsFlags) => {
      const { importRecords } = await import("../../build/import/records/import-records.js");
      const result = await importShowing(() => importRecords({ file, ...flags }), flags.out, json);
      if (json) return;
      const pairs = Object.entries(result.mapping).map(([field, column]) => `${field}=${column}`);
      print(`read ${file} as ${result.format}: ${pairs.join(", ")}`);
      for (const [field, count] of Object.entries(result.completed))
        print(`added https:// to ${countOf(count, "value")} of ${field}`);
      if (result.leftOut.length > 0) print(`${paint("yellow", "left out")} columns: ${result.leftOut.join(", ")}`);
      print(`Change this with --map field=column. Next: ${paint("cyan", commandText(["dev", flags.out]))}`);
    });
}
