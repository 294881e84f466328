import { words } from "#src/text/fold.js";
import type { EqualKeys } from "../../dataset/equal-keys.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import type { Finding, Subject } from "./check.js";

/** Legal forms of companies, which are often omitted. */
const COMPANY =
  /[\s,]+(inc|llc|ltd|limited|gmbh|ag|se|corp|corporation|co|company|plc|s\.?a|s\.?r\.?l|b\.?v|ab|oy|pty)\.?$/i;

/**
 * Reports each record with the key of an earlier one. @param tell receives the record and the first one with its key
 */
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

/** A developer without the legal form and without symbols, in folded words. */
export function comparableDeveloper(developer: string): string {
  let short = developer.trim();
  // "Acme Pty. Ltd." has two.
  while (COMPANY.test(short)) short = short.replace(COMPANY, "");
  return words(short).join(" ") || short;
}
