import { Command } from "commander";
import { artifactsOption, jsonOption, option } from "../options/options.js";
import { paint, print, printJson } from "../terminal/output.js";

export function rollbackCommand(): Command {
  return new Command("rollback")
    .addOption(option("--to <generation>", "name of the generation to make live"))
    .addOption(artifactsOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons rollback\n  icons rollback --artifacts /srv/icons --to 390641966c68177b405e9e8c3d00307a",
    )
    .action(async ({ artifacts, to, json }: { artifacts: string; to?: string; json?: boolean }) => {
      const { rollBack } = await import("../../build/publish/rollback.js");
      const result = await rollBack(artifacts, to);
      if (json) return printJson(result);
      print(`${paint("green", "live")} generation ${result.generation}, instead of ${result.before}`);
    });
}
