import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { extname } from "node:path";
import { readText } from "#src/platform/decode-text.js";
import type { CheckName, Severity } from "../dataset/lint-settings.js";
import { formatPath, type Position, positionOfPath } from "../dataset/position.js";
import { showValue } from "../dataset/problems.js";
import { MAX_OPTIONS_BYTES } from "../read/json-file.js";
import type { RecordPlace } from "../read/places.js";
import type { Finding } from "./checks/check.js";
import type { LintFinding } from "./lint-options.js";

const NEWLINE = 0x0a;

/** A finding without its line and column. */
export interface Unplaced extends Finding {
  readonly check: CheckName;
  readonly severity: Exclude<Severity, "off">;
  readonly remedy: string;
  /** The location of the record, or the path of the file. */
  readonly place: RecordPlace | string;
}

/**
 * Adds lines and columns to findings, and sorts them in the order of the files.
 *
 * @param files those of the dataset
 * Cost: a pass over each file with findings, and a parse with positions for each finding.
 */
export async function placeFindings(files: readonly string[], findings: readonly Unplaced[]): Promise<LintFinding[]> {
  const ofRecords = findings.filter(({ place }) => typeof place !== "string");
  const ofFiles = findings.filter(({ place }) => typeof place === "string");
  const placed = [await Promise.all(ofFiles.map((finding) => placeInWhole(finding, finding.place as string)))];
  for (const [at, file] of files.entries()) {
    const here = ofRecords.filter(({ place }) => (place as RecordPlace).file === at);
    if (here.length > 0) placed.push(await placeInRecords(here, file));
  }
  return placed.flat().sort(inOrder);
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

/** A finding about a file: located at its field in JSON files, otherwise without a position. */
async function placeInWhole(finding: Unplaced, file: string): Promise<LintFinding> {
  if (extname(file).toLowerCase() !== ".json") return finished(finding, file);
  const position = positionOfPath(readText(file, MAX_OPTIONS_BYTES), finding.path);
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

/** Converts a position in a text to one in the file that contains it. */
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
/** UTF-8: continuation bytes, and first bytes of characters with two UTF-16 code units. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;
const beginsPair = (byte: number): boolean => byte >= 0xf0;

/** A position in a file: from 1; columns in UTF-16 code units, as in editors and SARIF. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Line and column of byte offsets of a UTF-8 file. @param offsets ascending. Cost: one pass up to the last of them */
export async function lineColumns(file: string, offsets: readonly number[]): Promise<LineColumn[]> {
  const found: LineColumn[] = [];
  if (offsets.length === 0) return found;
  let [line, column, at] = [1, 1, 0];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      while (offsets[found.length] === at) found.push({ line, column });
      if (found.length === offsets.length) return found;
      if (byte === NEWLINE) [line, column] = [line + 1, 1];
      else if (!isContinuation(byte)) column += beginsPair(byte) ? 2 : 1;
      at++;
    }
  }
  while (found.length < offsets.length) found.push({ line, column });
  return found;
}
