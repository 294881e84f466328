import type { SourceRecord } from "../check/source-record.js";
import type { Finding, Subject } from "./check.js";
import type { EqualKeys } from "./equal-keys.js";

/** Tells of each record whose key another had before it. @param tell given the record and the first one with its key */
export function reportEqual(
  { report, readRecord }: Subject,
  keys: EqualKeys,
  tell: (record: SourceRecord, first: SourceRecord) => Finding,
): void {
  for (const [first, ...others] of keys.groups()) {
    for (const other of others) {
      report(other, async () => tell(await readRecord(other), await readRecord(first!)), [first!]);
    }
  }
}
