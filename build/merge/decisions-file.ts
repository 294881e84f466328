import { lstatSync } from "node:fs";
import { replaceFile } from "#src/platform/write-file.js";
import { checkText } from "../dataset/check-text.js";
import { type MergeDecision, MergeDecisions } from "../dataset/merge-decisions.js";
import { createValidator } from "../dataset/validate.js";
import { readJsonFile, throwFindings } from "../read/json-file.js";

/** Larger than the decisions about a million pairs. */
const MAX_BYTES = 2 ** 28;

const check = createValidator(MergeDecisions);

/** The decisions of earlier merges; none without the file. @throws DatasetError if it is invalid or can't be read */
export function readDecisions(file: string): MergeDecisions {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return { pairs: [] };
  const { value, text } = readJsonFile(file, "Remove the link, or put the file there.", MAX_BYTES);
  const findings = check(value);
  if (findings.length === 0) findings.push(...checkText(text));
  throwFindings(findings, file, text);
  return value as MergeDecisions;
}

/** Replaces the file, with a pair per line for people and version control. */
export async function writeDecisions(file: string, { $schema, pairs }: MergeDecisions): Promise<void> {
  await replaceFile(file, decisionsText({ ...($schema === undefined ? {} : { $schema }), pairs }));
}

function decisionsText({ $schema, pairs }: MergeDecisions): string {
  const schema = $schema === undefined ? "" : `  "$schema": ${JSON.stringify($schema)},\n`;
  const lines = pairs.map((pair) => `    ${decisionLine(pair)}`);
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n${schema}  "pairs": ${list}\n}\n`;
}

/** The line of a decision, without indentation and comma. */
export function decisionLine({ first, second, reasons, decision, id, rename, note }: MergeDecision): string {
  const fields = { first, second, reasons, decision, id, rename, note };
  const written = Object.entries(fields).filter(([, value]) => value !== undefined);
  const spaced = (value: unknown): string =>
    Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]` : JSON.stringify(value);
  return `{ ${written.map(([name, value]) => `"${name}": ${spaced(value)}`).join(", ")} }`;
}
