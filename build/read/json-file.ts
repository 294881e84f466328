import { isPointer, POINTER_FAULT } from "#src/platform/decode-text.js";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { parseText } from "../dataset/parse-record.js";
import { createLines } from "../dataset/position.js";
import { DatasetError } from "../dataset/problems.js";
import { type Finding, locate } from "../dataset/validate.js";
import { withoutBom } from "./elements.js";
import { problem, refuse } from "./file-faults.js";

/** Far more than the labels and exceptions of the largest datasets, which take some hundred kilobytes. */
export const MAX_OPTIONS_BYTES = 16 * 2 ** 20;

/**
 * Reads a JSON file of a dataset other than one with records.
 *
 * @param whenMissing remedy if the file does not exist
 * @throws DatasetError if it can't be read, is larger than `maxBytes` or is not valid JSON
 */
export function readJsonFile(
  path: string,
  whenMissing: string,
  maxBytes = MAX_OPTIONS_BYTES,
): { readonly value: unknown; readonly text: string } {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(path, maxBytes);
  } catch (error) {
    refuse(path, error, whenMissing);
  }
  if (isPointer(bytes)) throw problem(path, POINTER_FAULT);
  const parsed = parseText<unknown>(withoutBom(bytes));
  if (!("explain" in parsed)) return { value: parsed.record, text: parsed.text };
  const { line, message, remedy } = parsed.explain();
  throw new DatasetError([{ file: path, line: line + 1, message, remedy }], 1);
}

/** @param text of the file. @throws DatasetError with the findings, if there are any */
export function throwFindings(findings: readonly Finding[], file: string, text: string): void {
  if (findings.length === 0) return;
  const lines = createLines(text);
  throw new DatasetError(
    findings.map((finding) => locate(finding, file, 1, lines, undefined)),
    findings.length,
  );
}
