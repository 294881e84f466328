import { Command } from "commander";
import type { AddOptions } from "../../build/add/add-images.js";
import { jsonOption, option } from "../options/options.js";
import { EXIT } from "../process/failure.js";
import { commandText } from "../terminal/command-text.js";
import { paint, print, printError, printJson } from "../terminal/output.js";

type AddFlags = Omit<AddOptions, "files"> & { readonly json?: boolean };

export function addCommand(): Command {
  return new Command("add")
    .argument("<files...>", "image files; those outside of the dataset's folder are copied into it")
    .addOption(option("--data <folder>", "folder of the dataset", "data"))
    .addOption(option("--developer <name>", "developer of the icons (default: marked to fill in)"))
    .addOption(
      option("--category <label>", "category of the icons (default: the subfolder's name, else marked to fill in)"),
    )
    .addOption(option("--dry-run", "show what would be added, and write nothing"))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nNothing is added if one of the files can't be.\n\nExamples:\n  icons add downloads/kite.svg --data my-icons\n  icons add my-icons/games/*.svg --data my-icons --developer Acme --dry-run",
    )
    .action(async (files: string[], { json = false, ...flags }: AddFlags) => {
      const { addImages } = await import("../../build/add/add-images.js");
      const result = await addImages({ ...flags, files }, true);
      if (result.refused.length > 0) process.exitCode = EXIT.failure;
      if (json) return printJson(result);
      for (const { image, reason } of result.refused) printError(`${image}: ${reason}`);
      if (result.refused.length > 0) return printError("nothing was added");
      const { records, file, unfilled } = result;
      for (const { id, image, variants = [] } of records)
        print(`  ${[`${id}: ${image}`, ...variants.map((variant) => `${variant.name} ${variant.image}`)].join(", ")}`);
      const count = `${records.length} ${records.length === 1 ? "icon" : "icons"}`;
      if (flags.dryRun) return print(`${paint("cyan", "dry run")}: ${count} would be added to ${file}`);
      print(`${paint("green", "added")} ${count} to ${file}`);
      if (unfilled > 0)
        print(`${unfilled} fields are marked FILL IN; \`${commandText(["lint", flags.data])}\` lists them.`);
      print(`Next: ${paint("cyan", commandText(["dev", flags.data]))}`);
    });
}
