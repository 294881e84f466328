import { Command } from "commander";
import { type AskFlags, openForFlags } from "../listing/ask.js";
import { artifactsOption, jsonOption } from "../options/options.js";
import { printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

export function categoriesCommand(): Command {
  return new Command("categories")
    .addOption(artifactsOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons categories\n  icons categories --json | jq '.data[0]'")
    .action((flags: AskFlags) => {
      const data = openForFlags(flags).labels("category");
      if (flags.json) return printJson({ data, total: data.length });
      printTable(
        ["category", "icons"],
        data.map(({ label, count }) => [label, count]),
      );
    });
}
