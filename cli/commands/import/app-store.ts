import { Command } from "commander";
import { jsonOption, option } from "../../options.js";
import { paint, print } from "../../output.js";
import { forceOption, importShowing, outOption } from "./apps.js";

interface AppStoreFlags {
  readonly out: string;
  readonly name?: string;
  readonly force?: boolean;
  readonly pictures?: string;
  readonly json?: boolean;
}

export function appStoreCommand(): Command {
  return new Command("app-store")
    .description("convert answers of the App Store lookup API into a dataset, one record per application")
    .argument(
      "<files...>",
      "JSON files with answers, or NDJSON with one answer, result or array of them per line; - reads standard input",
    )
    .addOption(outOption())
    .addOption(option("--name <name>", "name of the dataset (default: App Store)"))
    .addOption(
      option("--pictures <folder>", "images named after trackId or bundleId; other records keep the image URL"),
    )
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons import app-store answers/*.json --out apps && icons build apps --fetch\n  jq -c .results[] answers/*.json | icons import app-store - --out apps --pictures artwork --force",
    )
    .action(async (files: string[], { json = false, ...flags }: AppStoreFlags) => {
      const { importAppStore } = await import("../../../build/import/app-store/import-app-store.js");
      const sources = files.map((file) => (file === "-" ? { name: "standard input", chunks: process.stdin } : file));
      await importShowing((onProgress) => importAppStore({ sources, ...flags, onProgress }), flags.out, json);
      if (!json) print(`Next: ${paint("cyan", `icons build ${flags.out} --fetch`)}, which gets the pictures`);
    });
}
