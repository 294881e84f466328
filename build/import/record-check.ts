import { checkMeaning } from "../check/meaning.js";
import { formatPath } from "../check/position.js";
import { SourceRecord } from "../check/source-record.js";
import { createValidator } from "../check/validate.js";

/** What can't become a record. */
export interface SkippedIcon {
  /** Its id in the form from which it is imported, or its place there. */
  readonly icon: string;
  readonly reason: string;
}

/** Gives back a record that a build takes, and tells why of another. */
export function createRecordCheck(): (record: SourceRecord) => SourceRecord | SkippedIcon {
  const validate = createValidator(SourceRecord, "attributes");
  return (record) => {
    const [finding] = [...validate(record), ...checkMeaning(record, JSON.stringify(record))];
    if (finding === undefined) return record;
    return { icon: record.id, reason: `field ${formatPath(finding.path)}: ${finding.message}. ${finding.remedy}` };
  };
}
