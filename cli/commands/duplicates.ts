import { Command } from "commander";
import { artifactsOption, jsonOption, option, wholeNumber } from "../options/options.js";
import { print, printJson } from "../terminal/output.js";
import { createProgressView } from "../terminal/progress.js";
import { printTable } from "../terminal/table.js";

interface DuplicatesFlags {
  readonly artifacts: string;
  readonly limit: number;
  readonly html?: string;
  readonly json?: boolean;
}

export function duplicatesCommand(): Command {
  return new Command("duplicates")
    .argument("[subject]", "dataset, artifacts folder or generation (default: the live generation)")
    .addOption(artifactsOption())
    .addOption(option("--limit <n>", "groups to list; all are counted", 100).argParser(wholeNumber(0)))
    .addOption(option("--html <file>", "also write an HTML page with the images"))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nA group has icons of about the same image (near), or of the same shape in other colors (redrawn). Distances are to its first icon: bits of the shapes and of the hashes, and of the palettes in OKLab.\n\nExamples:\n  icons duplicates\n  icons duplicates data --html duplicates.html\n  icons duplicates artifacts --json | jq '.groups[].icons[].id'",
    )
    .action(async (subject: string | undefined, { artifacts: out, limit, html, json = false }: DuplicatesFlags) => {
      const { openLive, openSubject } = await import("../../build/diff/side.js");
      const { groupDuplicates } = await import("../../build/diff/group-duplicates.js");
      const view = createProgressView(json);
      const opening = async () =>
        subject === undefined ? openLive(out) : openSubject(subject, { out, onProgress: view.update });
      const { side, close } = await opening().finally(() => view.stop());
      try {
        const report = groupDuplicates(side, limit);
        if (json) printJson(report);
        else {
          const { distancesOf } = await import("../../build/diff/duplicates-page.js");
          printTable(
            ["group", "kind", "id", "name", "developer", "shape", "hash", "color"],
            report.groups.flatMap(({ kind, icons }, at) =>
              icons.map((icon) => {
                const distances = new Map(distancesOf(icon));
                const figures = ["shape", "hash", "color"].map((name) => distances.get(name) ?? "");
                return [at + 1, kind, icon.id, icon.name, icon.developer, ...figures];
              }),
            ),
          );
          if (process.stdout.isTTY)
            print(`${report.total} ${report.total === 1 ? "group" : "groups"} among ${report.icons} icons`);
        }
        if (html !== undefined) {
          const { writeDuplicatesPage } = await import("../../build/diff/duplicates-page.js");
          await writeDuplicatesPage(html, report, side);
          if (!json) print(`page: ${html}`);
        }
      } finally {
        await close();
      }
    });
}
