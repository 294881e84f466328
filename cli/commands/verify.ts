import { Command } from "commander";
import { openGeneration, openManifest, readCurrent } from "../../src/catalog/generation/generation.js";
import { verifyGeneration } from "../../src/catalog/verify.js";
import { FormatError } from "../../src/format/format-error.js";
import { artifactsOption, jsonOption } from "../options/options.js";
import { EXIT } from "../process/failure.js";
import { commandText } from "../terminal/command-text.js";
import { paint, print, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

export function verifyCommand(): Command {
  return new Command("verify")
    .addOption(artifactsOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons verify\n  icons verify --artifacts /srv/icons --json")
    .action(async ({ artifacts, json }: { artifacts: string; json?: boolean }) => {
      const name = readCurrent(artifacts);
      if (name === undefined) throw new FormatError(artifacts, "contains no generation; run `icons build` first");
      const manifest = openManifest(artifacts, name);
      const damaged = await verifyGeneration(artifacts, { name, manifest });
      // Undamaged files may still be unreadable for this program.
      if (damaged.length === 0) openGeneration(artifacts, name);
      else process.exitCode = EXIT.failure;
      if (json) return printJson({ generation: name, files: manifest.files.length, damaged });
      if (damaged.length === 0)
        return print(`${paint("green", "whole")} generation ${name}, ${manifest.files.length} files`);
      print(
        `${paint("red", "damaged")} generation ${name}: build or fetch it again, or go back with \`${commandText(["rollback"], { artifacts })}\``,
      );
      printTable(
        ["damaged file", "expected sha256", "found"],
        damaged.map(({ name: file, expected, found }) => [file, expected, found]),
      );
    });
}
