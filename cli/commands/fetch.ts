import { Command } from "commander";
import { allowHttpOption, jsonOption, option, wholeNumber } from "../options/options.js";
import { formatBytes, paint, print, printJson } from "../terminal/output.js";
import { createProgressView } from "../terminal/progress.js";

interface FetchFlags {
  readonly out: string;
  readonly keep: number;
  readonly allowHttp?: boolean;
  readonly json?: boolean;
}

export function fetchCommand(): Command {
  return new Command("fetch")
    .argument("<store>", "https://host/path, or s3://bucket/prefix")
    .addOption(option("--out <folder>", "artifacts folder", "artifacts"))
    .addOption(option("--keep <n>", "generations to keep, including the live one", 3).argParser(wholeNumber(1)))
    .addOption(allowHttpOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons fetch https://store.example.com/icons --out /srv/icons\n  icons fetch s3://icons/live --json | jq .generation",
    )
    .action(async (text: string, { out, keep, allowHttp, json }: FetchFlags) => {
      const { parseStoreAddress } = await import("../../src/store/address.js");
      const { fetchGeneration, readStoreCurrent } = await import("../../src/store/fetch-generation.js");
      const { openRemoteStore } = await import("../../src/store/remote-store.js");
      const store = openRemoteStore(parseStoreAddress(text, process.env, allowHttp));
      const view = createProgressView(json ?? false);
      try {
        const { generation } = (await readStoreCurrent(store))!;
        const onProgress = (progress: { done: number; total: number }) => view.update({ phase: "fetch", ...progress });
        const result = await fetchGeneration(store, generation, out, keep, onProgress);
        if (json) return printJson(result);
        const { unchanged, files, bytes } = result;
        if (unchanged) return print(`${paint("cyan", "unchanged")} generation ${generation} in ${out} is already live`);
        print(
          `${paint("green", "fetched")} generation ${generation} into ${out} (${files} files, ${formatBytes(bytes)} over the network)`,
        );
      } finally {
        view.stop();
      }
    });
}
