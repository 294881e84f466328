import { Command } from "commander";
import { jsonOption } from "../options/options.js";
import { reportFailure } from "../process/failure.js";
import { printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

export function hashCommand(): Command {
  return new Command("hash")
    .argument("<image...>", "SVG, PNG, JPEG, WebP, AVIF, GIF, TIFF, ICO, CUR or ICNS files")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      '\nExamples:\n  icons hash logo.png\n  curl "localhost:3000/api/v1/similar?phash=$(icons hash logo.png | tail -n 1 | cut -f 2)"',
    )
    .action(async (files: string[], { json }: { json?: boolean }) => {
      const { hashFile } = await import("../../build/image/render/hash-file.js");
      const hashed: { file: string; phash: string }[] = [];
      for (const file of files) {
        try {
          hashed.push({ file, phash: await hashFile(file) });
        } catch (error) {
          process.exitCode = reportFailure(error, false);
        }
      }
      if (json) printJson(hashed);
      else
        printTable(
          ["file", "phash"],
          hashed.map(({ file, phash }) => [file, phash]),
        );
    });
}
