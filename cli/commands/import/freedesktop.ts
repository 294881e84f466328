import { Command } from "commander";
import { jsonOption, option } from "../../options.js";
import { paint, print } from "../../output.js";
import { forceOption, importShowing, outOption } from "./apps.js";

interface FreedesktopFlags {
  readonly out: string;
  readonly name?: string;
  readonly force?: boolean;
  readonly developer?: string;
  readonly json?: boolean;
}

export function freedesktopCommand(): Command {
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
      const { importFreedesktop } = await import("../../../build/import/freedesktop/import-freedesktop.js");
      await importShowing((onProgress) => importFreedesktop({ roots, ...flags, onProgress }), flags.out, json);
      if (!json) print(`Next: ${paint("cyan", `icons dev ${flags.out}`)}`);
    });
}
