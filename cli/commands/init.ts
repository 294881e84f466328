import { Command } from "commander";
import type { InitOptions } from "../../build/import/init-dataset.js";
import { jsonOption, option } from "../options/options.js";
import { commandText } from "../terminal/command-text.js";
import { paint, print, printJson } from "../terminal/output.js";

export function initCommand(): Command {
  return new Command("init")
    .argument(
      "<folder>",
      "folder with SVG, PNG, WebP, JPEG, AVIF, GIF, TIFF, ICO, CUR or ICNS files; subfolders become categories",
    )
    .addOption(option("--name <name>", "name of the dataset (default: the folder's name)"))
    .addOption(option("--developer <name>", "developer of all icons (default: marked to fill in)"))
    .addOption(
      option("--category <label>", "category of all icons (default: the subfolder's name, else marked to fill in)"),
    )
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons init my-icons\n  icons init my-icons --developer Acme --category tools && icons dev my-icons",
    )
    .action(async (folder: string, { json, ...options }: InitOptions & { json?: boolean }) => {
      const { initDataset } = await import("../../build/import/init-dataset.js");
      const result = await initDataset(folder, options);
      if (json) return printJson(result);
      print(`${paint("green", "started")} a dataset of ${result.records} icons in ${folder}:`);
      for (const file of result.files) print(`  ${file}`);
      for (const { name, image, icon } of result.variants) print(`variant ${name} of ${icon}: ${image}`);
      for (const { image, chosen } of result.alternatives)
        print(`${paint("yellow", "left out")} ${image}: ${chosen} is this icon; rename it if it shows something else`);
      if (result.unfilled > 0)
        print(`${result.unfilled} fields are marked FILL IN; \`${commandText(["lint", folder])}\` lists them.`);
      print(`Next: ${paint("cyan", commandText(["dev", folder]))}`);
    });
}
