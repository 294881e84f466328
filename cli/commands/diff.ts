import { Command } from "commander";
import type { OpenSubject } from "../../build/diff/side.js";
import { artifactsOption, jsonOption, limitOption, option } from "../options/options.js";
import { type ImageFlags, imagesOption } from "../options/terminal-image-options.js";
import { EXIT } from "../process/failure.js";
import { print, printJson } from "../terminal/output.js";
import { createProgressView } from "../terminal/progress.js";

interface DiffFlags extends ImageFlags {
  readonly artifacts: string;
  readonly limit: number;
  readonly html?: string;
  readonly exitCode?: boolean;
  readonly json?: boolean;
}

export function diffCommand(): Command {
  return new Command("diff")
    .argument(
      "[old]",
      "generation, artifacts folder or dataset (default: the live generation, or without [new] the previous one)",
    )
    .argument("[new]", "generation, artifacts folder or dataset (default: the live generation)")
    .addOption(artifactsOption())
    .addOption(limitOption())
    .addOption(option("--html <file>", "also write an HTML page with the images before and after"))
    .addOption(option("--exit-code", "exit with 1 if anything changed"))
    .addOption(imagesOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nWithout arguments, compares the previous generation with the live one; with one argument, the live generation with it.\n\nExamples:\n  icons diff\n  icons diff data --html changes.html\n  icons diff 390641966c68177b405e9e8c3d00307a data --json | jq .counts\n  icons diff /srv/icons artifacts --exit-code",
    )
    .action(async (first: string | undefined, second: string | undefined, flags: DiffFlags) => {
      const { reportDiff, isDifferent } = await import("../../build/diff/report.js");
      const opened = await openBoth(first, second, flags);
      try {
        const [before, after] = opened.map(({ side }) => side);
        const report = reportDiff(before, after!, flags.limit);
        if (flags.json) printJson((await import("../../build/diff/report.js")).diffJson(report));
        else {
          const { printImagePairs } = await import("../diff/diff-images.js");
          await printImagePairs(flags.images, report, before, after!);
          (await import("../diff/diff-report.js")).printReport(report, flags.limit);
        }
        if (flags.html !== undefined) {
          const { writePage } = await import("../../build/diff/page.js");
          await writePage(flags.html, report, before, after!);
          if (!flags.json) print(`page: ${flags.html}`);
        }
        if (flags.exitCode && isDifferent(report)) process.exitCode = EXIT.failure;
      } finally {
        for (const { close } of opened) await close();
      }
    });
}

/**
 * The generations to compare: with one argument, the live generation and that one; without any, the previous and the
 * live one.
 */
async function openBoth(
  first: string | undefined,
  second: string | undefined,
  { artifacts: out, json = false }: DiffFlags,
): Promise<OpenSubject[]> {
  const { openLive, openPrevious, openSubject } = await import("../../build/diff/side.js");
  if (first === undefined) return [openPrevious(out), openLive(out)];
  const view = createProgressView(json);
  const options = { out, onProgress: view.update };
  const opened: OpenSubject[] = [];
  try {
    opened.push(second === undefined ? openLive(out) : await openSubject(first, options));
    opened.push(await openSubject(second ?? first, options));
    return opened;
  } catch (error) {
    for (const { close } of opened) await close();
    throw error;
  } finally {
    view.stop();
  }
}
