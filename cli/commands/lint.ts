import { Command } from "commander";
import { CHECK_NAMES, type CheckName, SEVERITIES, type Severity } from "../../build/dataset/lint-settings.js";
import type { LintResult } from "../../build/lint/lint.js";
import type { LintOptions } from "../../build/lint/lint-options.js";
import { artifactsOption, calendarDate, collectOf, option, wholeNumber } from "../options/options.js";
import { EXIT } from "../process/failure.js";
import { readPackageFacts } from "../process/package-facts.js";
import { printJson, printRunnerCommand } from "../terminal/output.js";
import { showingProgress } from "../terminal/progress.js";
import { printTable } from "../terminal/table.js";

const FORMATS = ["text", "json", "github", "sarif"] as const;

interface LintFlags {
  readonly format: (typeof FORMATS)[number];
  readonly only?: readonly CheckName[];
  readonly list?: boolean;
  readonly severity: Exclude<Severity, "off">;
  readonly maxWarnings?: number;
  readonly limit: number;
  readonly today?: string;
  readonly artifacts: string;
  readonly cache: boolean;
  readonly jobs?: number;
}

export function lintCommand(): Command {
  return new Command("lint")
    .argument("[data]", "dataset: a folder, a .json or an .ndjson file", process.env.ICONS_DATA ?? "data")
    .addOption(option("--format <format>", "output format", "text").choices(FORMATS))
    .addOption(option("--only <checks>", "run only these checks, comma-separated").argParser(collectOf(CHECK_NAMES)))
    .addOption(option("--list", "list all checks and exit"))
    .addOption(
      option("--severity <least>", "report findings of at least this severity and count the others", "warning").choices(
        SEVERITIES.filter((severity) => severity !== "off"),
      ),
    )
    .addOption(option("--max-warnings <n>", "fail if there are more warnings").argParser(wholeNumber(0)))
    .addOption(option("--limit <n>", "maximum number of findings to report per check", 100).argParser(wholeNumber(1)))
    .addOption(option("--today <date>", "day to compare dates with (default: the UTC day)").argParser(calendarDate))
    .addOption(artifactsOption())
    .addOption(option("--no-cache", "analyze every image again instead of using the cache in the artifacts folder"))
    .addOption(
      option("--jobs <n>", "processes that analyze images (default: one per core)").argParser(wholeNumber(1, 256)),
    )
    .addHelpText(
      "after",
      "\nSet severities and exceptions in dataset.json.\n\nExamples:\n  icons lint\n  icons lint data --format github --max-warnings 0\n  icons lint my-icons --only near-duplicate,website-format --severity info\n  icons lint data --format sarif > icons.sarif",
    )
    .action(async (data: string, { list = false, ...flags }: LintFlags) => {
      if (list) return listChecks(flags.format);
      const result = await lintShowing(data, flags);
      const tooMany = flags.maxWarnings !== undefined && result.warnings > flags.maxWarnings;
      if (result.errors > 0 || tooMany) process.exitCode = EXIT.failure;
      await tell(result, flags.format);
    });
}

/** Lints with progress on standard error. */
async function lintShowing(data: string, { severity, artifacts, cache, ...flags }: LintFlags): Promise<LintResult> {
  const { lintDataset } = await import("../../build/lint/lint.js");
  const options: LintOptions = { ...flags, data, least: severity, out: artifacts, ...(cache ? {} : { cache }) };
  return showingProgress(flags.format !== "text", (onProgress) => lintDataset({ ...options, onProgress }));
}

async function tell(result: LintResult, format: LintFlags["format"]): Promise<void> {
  if (format === "json") return printJson(result);
  if (format === "sarif") {
    const { sarifLog } = await import("../lint/sarif.js");
    return printJson(sarifLog(result.findings, readPackageFacts().version));
  }
  if (format === "github") {
    const { githubCommands } = await import("../lint/text.js");
    for (const line of githubCommands(result.findings)) printRunnerCommand(line);
    return;
  }
  const { printText } = await import("../lint/text.js");
  printText(result);
}

async function listChecks(format: LintFlags["format"]): Promise<void> {
  const { CHECKS } = await import("../../build/lint/checks/checks.js");
  const rows = CHECK_NAMES.map((name) => ({ check: name, ...CHECKS[name] }));
  if (format === "json")
    return printJson(rows.map(({ check, severity, about, remedy }) => ({ check, severity, about, remedy })));
  printTable(
    ["check", "severity", "finds", "remedy"],
    rows.map(({ check, severity, about, remedy }) => [check, severity, about, remedy]),
  );
}
