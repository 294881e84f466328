import { type FileHandle, open } from "node:fs/promises";
import type { SourceRecord } from "../check/source-record.js";
import type { SkippedIcon } from "./record-check.js";

/** Characters that are written at once. */
const CHUNK = 1 << 20;

/**
 * Writes records as NDJSON to a new file and flushes it; where there is no record, there is no file.
 *
 * @returns how many records there are
 */
export async function writeRecords(
  path: string,
  records: Iterable<SourceRecord | SkippedIcon>,
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
    for (const record of records) {
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
