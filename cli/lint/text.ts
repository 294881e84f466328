import { isAbsolute, relative } from "node:path";
import type { LintResult } from "../../build/lint/lint.js";
import type { LintFinding } from "../../build/lint/lint-options.js";
import { countOf } from "../terminal/count-of.js";
import { paint, print, type Style } from "../terminal/output.js";

const STYLES: Readonly<Record<LintFinding["severity"], Style>> = { error: "red", warning: "yellow", info: "cyan" };

const COMMANDS: Readonly<Record<LintFinding["severity"], string>> = {
  error: "error",
  warning: "warning",
  info: "notice",
};

/** Prints findings for people, by file; in color on a terminal. */
export function printText(result: LintResult): void {
  const { findings } = result;
  for (const [at, finding] of findings.entries()) {
    if (finding.file !== findings[at - 1]?.file) {
      if (at > 0) print("");
      print(paint("underline", finding.file));
    }
    print(describe(finding));
  }
  if (findings.length > 0) print("");
  for (const line of summarize(result)) print(line);
}

function describe({ line, column, severity, check, id, field, value, message, remedy }: LintFinding): string {
  const place = [line, column].filter((number) => number !== undefined).join(":");
  const subject = [id, field].filter((part) => part !== undefined).join(" ");
  const got = value === undefined ? "" : `, got ${value}`;
  const what = `${subject === "" ? "" : `${subject}: `}${message}${got}. ${remedy}`;
  return `  ${place === "" ? "" : `${place} `}${paint(STYLES[severity], severity)} ${what} ${paint("dim", check)}`;
}

/** The number of findings, and the number not shown for each check. */
function summarize({ dataset, icons, findings, counts, errors, warnings, infos, seconds }: LintResult): string[] {
  const [style, word]: [Style, string] =
    errors > 0 ? ["red", "errors"] : warnings > 0 ? ["yellow", "warnings"] : ["green", "clean"];
  const amounts = [countOf(errors, "error"), countOf(warnings, "warning"), countOf(infos, "info")].join(", ");
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const perCheck = sorted.map(([check, count]) => {
    const hidden = count - findings.filter((finding) => finding.check === check).length;
    return `  ${check}: ${count}${hidden === 0 ? "" : `, ${hidden === count ? "" : `${hidden} of them `}not shown`}`;
  });
  return [
    `${paint(style, word)} ${dataset}: ${amounts} in ${countOf(icons, "icon")} (${seconds.toFixed(1)} s)`,
    ...perCheck,
  ];
}

/**
 * Findings as workflow commands: GitHub shows them next to the lines. Source: GitHub's toolkit,
 * `packages/core/src/command.ts`.
 */
export function githubCommands(findings: readonly LintFinding[]): string[] {
  return findings.map(({ severity, file, line, column, check, id, field, message, remedy }) => {
    const subject = [id, field].filter((part) => part !== undefined).join(" ");
    const properties = { file: isAbsolute(file) ? relative("", file) : file, line, col: column, title: check };
    const written = Object.entries(properties)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
    const text = `${subject === "" ? "" : `${subject}: `}${message}. ${remedy}`;
    return `::${COMMANDS[severity]} ${written.join(",")}::${escapeData(text)}`;
  });
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
