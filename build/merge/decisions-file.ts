import { lstatSync } from "node:fs";
import { openReplacement } from "#src/platform/replacement.js";
import { checkText } from "../dataset/check-text.js";
import { type MergeDecision, MergeDecisions } from "../dataset/merge-decisions.js";
import { createValidator } from "../dataset/validate.js";
import { readJsonFile, throwFindings } from "../read/json-file.js";

/** Larger than the decisions about a million pairs. */
const MAX_BYTES = 2 ** 28;

const check = createValidator(MergeDecisions);

/** The file of decisions as a merge read it. */
export interface StoredDecisions {
  readonly decisions: MergeDecisions;
  /** Undefined if there was no file. */
  readonly text: string | undefined;
}

/** The decisions of earlier merges; none without the file. @throws DatasetError if it is invalid or can't be read */
export function readDecisions(file: string): StoredDecisions {
  const read = readFile(file);
  if (read === undefined) return { decisions: { pairs: [] }, text: undefined };
  const findings = check(read.value);
  if (findings.length === 0) findings.push(...checkText(read.text));
  throwFindings(findings, file, read.text);
  return { decisions: read.value as MergeDecisions, text: read.text };
}

function readFile(file: string): ReturnType<typeof readJsonFile> | undefined {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  return readJsonFile(file, "Remove the link, or put the file there.", MAX_BYTES);
}

/**
 * Replaces the pairs in the file, with a pair per line for people and version control.
 *
 * @throws Error if the file was edited since it was read, StorageError; it is unchanged then
 */
export async function writeDecisions(
  file: string,
  { decisions: { $schema }, text }: StoredDecisions,
  pairs: MergeDecisions["pairs"],
): Promise<void> {
  const replacement = await openReplacement(file);
  try {
    await replacement.write(Buffer.from(decisionsText({ ...($schema === undefined ? {} : { $schema }), pairs })));
    await replacement.flush();
    if (readFile(file)?.text !== text)
      throw new Error(`${file}: was edited during the merge, so it is unchanged, and nothing was merged. Merge again.`);
    await replacement.complete();
  } finally {
    await replacement.discard();
  }
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
