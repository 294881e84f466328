import { createHash } from "node:crypto";
import { isAbsolute, relative, sep } from "node:path";
import type { Location, Log, ReportingConfiguration, ReportingDescriptor, Result } from "sarif";
import { CHECK_NAMES, type CheckName, type Severity } from "../../build/dataset/lint-settings.js";
import { CHECKS } from "../../build/lint/checks/checks.js";
import type { LintFinding } from "../../build/lint/lint-options.js";

const LEVELS: Readonly<Record<Exclude<Severity, "off">, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** Findings as a SARIF 2.1.0 log, with a rule for each check. @param version of the program */
export function sarifLog(findings: readonly LintFinding[], version: string): Log {
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "icons lint", version, rules: CHECK_NAMES.map(ruleOf) } },
        columnKind: "utf16CodeUnits",
        results: findings.map(resultOf),
      },
    ],
  };
}

function ruleOf(name: CheckName): ReportingDescriptor {
  const { severity, about, remedy } = CHECKS[name];
  const defaultConfiguration: ReportingConfiguration =
    severity === "off" ? { enabled: false, level: "note" } : { level: LEVELS[severity] };
  return { id: name, shortDescription: { text: `Finds ${about}.` }, help: { text: remedy }, defaultConfiguration };
}

function resultOf(finding: LintFinding): Result {
  const { check, severity, id, field, value, message, remedy } = finding;
  const subject = [id, field].filter((part) => part !== undefined).join(" ");
  const got = value === undefined ? "" : `, got ${value}`;
  return {
    ruleId: check,
    ruleIndex: CHECK_NAMES.indexOf(check),
    level: LEVELS[severity],
    message: { text: `${subject === "" ? "" : `${subject}: `}${message}${got}. ${remedy}` },
    locations: [locationOf(finding)],
    partialFingerprints: { "iconFinding/v1": fingerprint(finding) },
  };
}

function locationOf({ file, line, column, id, field }: LintFinding): Location {
  const region = line === undefined ? {} : { region: { startLine: line, ...(column && { startColumn: column }) } };
  const name = [id, field].filter((part) => part !== undefined).join(" ");
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region },
    ...(name === "" ? {} : { logicalLocations: [{ fullyQualifiedName: name, kind: "object" }] }),
  };
}

/** A path relative to the working directory, as a URI reference. */
function uriOf(file: string): string {
  const path = isAbsolute(file) ? relative("", file) : file;
  return path.split(sep).map(encodeURIComponent).join("/");
}

/** Identifies a finding even if its line moves: by check, record and field, or file. */
function fingerprint({ check, file, id, field }: LintFinding): string {
  return createHash("sha256")
    .update(JSON.stringify([check, id ?? file, field]))
    .digest("hex")
    .slice(0, 32);
}
