import { type FileHandle, open } from "node:fs/promises";
import { REQUIRED_FIELDS } from "#src/format/record-and-detail-fields.js";
import { toStorageError } from "#src/platform/storage-error.js";
import { checkSemantics } from "../check/semantic-checks.js";
import { formatPath } from "../dataset/position.js";
import { showValue } from "../dataset/problems.js";
import { SourceRecord } from "../dataset/source-record.js";
import { createValidator, type Finding } from "../dataset/validate.js";

/** Characters per write. */
const CHUNK = 1 << 20;
const REQUIRED: ReadonlySet<string> = new Set(REQUIRED_FIELDS);

/**
 * Writes records, or other objects, as NDJSON to a new file and flushes it. Creates no file if there are none.
 *
 * @returns the number of records @throws StorageError, and any error of the records
 */
export async function writeRecords(
  path: string,
  records: Iterable<object | SkippedIcon> | AsyncIterable<object | SkippedIcon>,
  onSkipped: (icon: SkippedIcon) => void,
): Promise<number> {
  let file: FileHandle | undefined;
  let icons = 0;
  let text = "";
  const naming = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => {
      throw toStorageError(error, path);
    });
  };
  const flush = (): Promise<void> =>
    naming(async () => {
      file ??= await open(path, "wx");
      // Unlike `write`, `writeFile` continues after a short write and so reports a full disk.
      await file.writeFile(text);
      text = "";
    });
  try {
    for await (const record of records) {
      if ("reason" in record) {
        onSkipped(record);
        continue;
      }
      text += `${JSON.stringify(record)}\n`;
      icons++;
      if (text.length >= CHUNK) await flush();
    }
    if (text !== "") await flush();
    await naming(async () => file?.sync());
  } finally {
    await file?.close();
  }
  return icons;
}

/** An icon that can't become a record. */
export interface SkippedIcon {
  /** Its id or position in the source. */
  readonly icon: string;
  readonly reason: string;
}

/** Returns a valid record, or the reason why it is invalid. */
export type RecordCheck = (record: SourceRecord) => SourceRecord | SkippedIcon;

export function createRecordCheck(): RecordCheck {
  const findingsOf = createChecks();
  return (record) => {
    const [finding] = findingsOf(record);
    return finding === undefined ? record : { icon: record.id, reason: reasonOf(finding) };
  };
}

/**
 * The same, but leaves out invalid values that a record can do without.
 *
 * @param onLeftOut receives the reason for each of them
 */
export function createFieldCheck(onLeftOut: (field: SkippedIcon) => void): RecordCheck {
  const findingsOf = createChecks();
  return (record) => {
    let valid = record;
    for (let [finding] = findingsOf(valid); finding !== undefined; [finding] = findingsOf(valid)) {
      const leftOut = { icon: record.id, reason: reasonOf(finding) };
      const [field] = finding.path;
      if (typeof field !== "string" || !Object.hasOwn(valid, field) || REQUIRED.has(field)) return leftOut;
      onLeftOut(leftOut);
      valid = without(valid, finding.path) as SourceRecord;
    }
    return valid;
  };
}

function createChecks(): (record: SourceRecord) => readonly Finding[] {
  const validate = createValidator(SourceRecord, "attributes");
  return (record) => {
    const findings = validate(record);
    return findings.length > 0 ? findings : checkSemantics(record, JSON.stringify(record));
  };
}

function reasonOf({ path, value, message, remedy }: Finding): string {
  const got = value === undefined ? "" : `, got ${showValue(value)}`;
  return `field ${formatPath(path)}: ${message}${got}. ${remedy}`;
}

/** A copy without the value at a path or, if there is none, without the value that lacks it. */
function without(value: unknown, path: Finding["path"]): unknown {
  const [step, ...others] = path;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step!)) return undefined;
  const inner = others.length === 0 ? undefined : without((value as Record<string, unknown>)[step!], others);
  if (Array.isArray(value)) {
    const items = value.flatMap((item, at) => (at !== step ? [item] : inner === undefined ? [] : [inner]));
    return items.length === 0 ? undefined : items;
  }
  const kept = { ...value, [step!]: inner };
  return Object.fromEntries(Object.entries(kept).filter(([, member]) => member !== undefined));
}
