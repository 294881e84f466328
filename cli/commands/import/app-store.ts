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
    .description("turn answers of the App Store's look-up into a dataset: one record an application")
    .argument(
      "<files...>",
      "JSON files with answers, or with an answer, a result or an array of them a line; - is standard input",
    )
    .addOption(outOption())
    .addOption(option("--name <name>", "the dataset's name (default: App Store)"))
    .addOption(option("--pictures <folder>", "pictures named after trackId or bundleId; the others keep their address"))
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons import app-store answers/*.json --out apps && icons build apps --fetch\n  jq -c .results[] answers/*.json | icons import app-store - --out apps --pictures artwork --force",
    )
    .action(async (files: string[], { json = false, ...flags }: AppStoreFlags) => {
      const { importAppStore } = await import("../../../build/import/import-app-store.js");
      const sources = files.map((file) => (file === "-" ? { name: "standard input", chunks: process.stdin } : file));
      await importShowing((onProgress) => importAppStore({ sources, ...flags, onProgress }), flags.out, json);
      if (!json) print(`Next: ${paint("cyan", `icons build ${flags.out} --fetch`)}, which gets the pictures`);
    });
}
