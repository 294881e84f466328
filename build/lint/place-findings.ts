import { open } from "node:fs/promises";
import { extname } from "node:path";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { formatPath, type Position, positionOfPath } from "../check/position.js";
import { showValue } from "../check/problems.js";
import { MAX_OPTIONS_BYTES } from "../source/dataset.js";
import type { RecordPlace } from "../source/places.js";
import type { Finding } from "./check.js";
import type { CheckName, Severity } from "./check-names.js";
import { type LineColumn, lineColumns } from "./line-columns.js";
import type { LintFinding } from "./lint-finding.js";

/** A finding that has yet to get its place. */
export interface Unplaced extends Finding {
  readonly check: CheckName;
  readonly severity: Exclude<Severity, "off">;
  readonly remedy: string;
  /** Where the record lies, or the path of the file. */
  readonly place: RecordPlace | string;
}

/**
 * Gives findings their lines and columns, and puts them in the order of the files.
 *
 * @param files those of the dataset
 * Cost: a pass over each file that has findings, and a parse with positions for each finding.
 */
export async function placeFindings(files: readonly string[], findings: readonly Unplaced[]): Promise<LintFinding[]> {
  const ofRecords = findings.filter(({ place }) => typeof place !== "string");
  const ofFiles = findings.filter(({ place }) => typeof place === "string");
  const placed = await Promise.all(ofFiles.map((finding) => placeInWhole(finding, finding.place as string)));
  for (const [at, file] of files.entries()) {
    const here = ofRecords.filter(({ place }) => (place as RecordPlace).file === at);
    if (here.length > 0) placed.push(...(await placeInRecords(here, file)));
  }
  return placed.sort(inOrder);
}

async function placeInRecords(findings: readonly Unplaced[], file: string): Promise<LintFinding[]> {
  const offsetOf = ({ place }: Unplaced): number => (place as RecordPlace).offset;
  const sorted = [...findings].sort((a, b) => offsetOf(a) - offsetOf(b));
  const starts = await lineColumns(file, sorted.map(offsetOf));
  const handle = await open(file, "r");
  try {
    const placed: LintFinding[] = [];
    for (const [at, finding] of sorted.entries()) {
      const { offset, length } = finding.place as RecordPlace;
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, offset);
      const text = buffer.toString();
      const position = positionOfPath(text, finding.path);
      placed.push({ ...finished(finding, file, from(starts[at]!, position)), id: idOf(text) });
    }
    return placed;
  } finally {
    await handle.close();
  }
}

/** A finding about a file: where its field stands in JSON, else nowhere in particular. */
async function placeInWhole(finding: Unplaced, file: string): Promise<LintFinding> {
  if (extname(file) !== ".json") return finished(finding, file);
  const position = positionOfPath(readRegularFile(file, MAX_OPTIONS_BYTES).toString(), finding.path);
  return finished(finding, file, from({ line: 1, column: 1 }, position));
}

function finished(
  { check, severity, path, value, message, remedy }: Unplaced,
  file: string,
  place: LineColumn | undefined = undefined,
): LintFinding {
  return {
    check,
    severity,
    file,
    ...place,
    ...(path.length === 0 ? {} : { field: formatPath(path) }),
    ...(value === undefined ? {} : { value: showValue(value) }),
    message,
    remedy,
  };
}

/** A position in a text that starts somewhere in a file. */
function from(start: LineColumn, { line, column }: Position): LineColumn {
  return { line: start.line + line, column: line === 0 ? start.column + column : column + 1 };
}

function idOf(text: string): string {
  return (JSON.parse(text) as { id: string }).id;
}

function inOrder(a: LintFinding, b: LintFinding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || (a.check < b.check ? -1 : 1);
}
