import { isAbsolute, relative } from "node:path";
import type { LintFinding } from "../../build/lint/lint-options.js";

const COMMANDS: Readonly<Record<LintFinding["severity"], string>> = {
  error: "error",
  warning: "warning",
  info: "notice",
};

/** Findings as workflow commands: GitHub shows them beside the lines. Source: GitHub's toolkit, `packages/core/src/command.ts`. */
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
