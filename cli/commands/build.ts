import { Command } from "commander";
import { printDifference, printProposals, printRefused, printResult, recordingText } from "../building/build-report.js";
import { builderMode } from "../building/builder-channel.js";
import { calendarDate, customOption, jsonOption, limitOption, option, wholeNumber } from "../options/options.js";
import { UsageError } from "../process/failure.js";
import { commandText } from "../terminal/command-text.js";
import { print, printJson } from "../terminal/output.js";
import { showingProgress } from "../terminal/progress.js";

interface BuildFlags {
  readonly out: string;
  readonly jobs?: number;
  readonly strict?: boolean;
  readonly cache?: string | false;
  readonly custom?: string;
  readonly download?: boolean;
  readonly images: boolean;
  readonly allowRemovals?: boolean;
  readonly keep: number;
  readonly dryRun?: boolean;
  readonly recordHistory?: boolean;
  readonly date?: string;
  readonly limit: number;
  readonly watch?: boolean;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

export function buildCommand(): Command {
  return (
    new Command("build")
      .argument("[data]", "dataset: a folder, a .json or an .ndjson file", process.env.ICONS_DATA ?? "data")
      .addOption(option("--out <folder>", "artifacts folder", "artifacts"))
      .addOption(
        option("--jobs <n>", "processes that analyze images (default: one per core)").argParser(wholeNumber(1, 256)),
      )
      .addOption(option("--cache <folder>", "folder of the analysis cache (default: cache in the artifacts folder)"))
      .addOption(option("--no-cache", "analyze every image again"))
      .addOption(option("--download", "download images that records reference by https: URL"))
      .addOption(customOption())
      .addOption(option("--no-images", "store no images; they are still analyzed"))
      // Accepted for compatibility; large images no longer exist.
      .addOption(option("--no-large-images", "no effect").hideHelp())
      .addOption(option("--strict", "fail when an image can't be read"))
      .addOption(
        option("--allow-removals", "let ids, former ids, variants, images and SVGs of the live generation disappear"),
      )
      .addOption(option("--keep <n>", "generations to keep, including the live one", 3).argParser(wholeNumber(1)))
      .addOption(option("--dry-run", "show what would change in the live generation, write nothing"))
      .addOption(option("--record-history", "write image changes into the versionHistory of the dataset's records"))
      .addOption(option("--date <date>", "date of new history entries (default: today, UTC)").argParser(calendarDate))
      .addOption(limitOption())
      .addOption(option("--watch", "keep running and rebuild whenever the dataset is edited"))
      .addOption(option("--verbose", "also list the files of the generation with their sizes"))
      .addOption(jsonOption())
      .addHelpText(
        "after",
        "\nExamples:\n  icons build\n  icons build icons.ndjson --out /srv/icons --strict\n  icons build --dry-run\n  icons build --record-history --date 2026-05-11\n  icons build data --json | jq .generation",
      )
      .action(async (data: string, flags: BuildFlags) => {
        const { watch = false, json = false } = flags;
        if (flags.dryRun && (flags.recordHistory || flags.download))
          throw new UsageError("--dry-run writes nothing; omit --record-history and --download");
        if (watch && (flags.dryRun || flags.recordHistory))
          throw new UsageError("--watch only builds; omit --dry-run and --record-history");
        const date = flags.date ?? new Date().toISOString().slice(0, 10);
        const options = { data, ...flags };
        if (watch || builderMode !== undefined) {
          const { buildWatching } = await import("../building/build-watching.js");
          return buildWatching({ ...options, json, watch });
        }
        const { withCustom } = await import("../building/rebuild.js");
        const { refused, ...inputs } = await withCustom(options);
        if (flags.dryRun) {
          const { dryRunBuild } = await import("../building/dry-run-build.js");
          return dryRunBuild(inputs, date, flags);
        }
        const { compileWithHistory } = await import("../../build/history/compile-with-history.js");
        const history = { date, record: flags.recordHistory ?? false, limit: flags.limit };
        const result = await showingProgress(json, (onProgress) =>
          compileWithHistory({ ...inputs, onProgress }, history),
        );
        if (json) return printJson(result);
        printResult(result, flags.out, flags.verbose);
        printRefused(refused);
        printDifference(result);
        const undo = commandText(["rollback"], { artifacts: flags.out });
        printProposals(result, `\`${undo}\`, then \`${recordingText(options)}\` writes them into the dataset`);
        if (!result.unchanged)
          print(
            `Next: ${result.difference === undefined ? "" : `\`${commandText(["diff"], { artifacts: flags.out })}\` shows the changes, `}\`${commandText(["serve", flags.out], {})}\` serves it`,
          );
      })
  );
}
