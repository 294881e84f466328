import { type FileHandle, open } from "node:fs/promises";
import { checkSemantics } from "../check/semantic-checks.js";
import { formatPath } from "../dataset/position.js";
import { SourceRecord } from "../dataset/source-record.js";
import { createValidator } from "../dataset/validate.js";

/** Characters per write. */
const CHUNK = 1 << 20;

/**
 * Writes records as NDJSON to a new file and flushes it. Creates no file if there are no records.
 *
 * @returns the number of records
 */
export async function writeRecords(
  path: string,
  records: Iterable<SourceRecord | SkippedIcon> | AsyncIterable<SourceRecord | SkippedIcon>,
  onSkipped: (icon: SkippedIcon) => void,
): Promise<number> {
  let file: FileHandle | undefined;
  let icons = 0;
  let text = "";
  const flush = async (): Promise<void> => {
    file ??= await open(path, "wx");
    await file.write(text);
    text = "";
  };
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
    await file?.sync();
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
export function createRecordCheck(): (record: SourceRecord) => SourceRecord | SkippedIcon {
  const validate = createValidator(SourceRecord, "attributes");
  return (record) => {
    const [finding] = [...validate(record), ...checkSemantics(record, JSON.stringify(record))];
    if (finding === undefined) return record;
    return { icon: record.id, reason: `field ${formatPath(finding.path)}: ${finding.message}. ${finding.remedy}` };
  };
}
