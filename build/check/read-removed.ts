import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isCalendarDate } from "#src/format/calendar-date.js";
import { checkText } from "../dataset/check-text.js";
import { sortedIndexOf, textNumber } from "../dataset/number-list.js";
import { REMOVED_FILE, type RemovedIcon, RemovedIcons } from "../dataset/removed-icons.js";
import { createValidator, type Finding, MAX_FINDINGS } from "../dataset/validate.js";
import { readJsonFile, throwFindings } from "../read/json-file.js";
import type { DatasetScan } from "./dataset-scan.js";

const checkRemoved = createValidator(RemovedIcons);

/**
 * The icons that a dataset's `removed.json` lists; none without that file.
 *
 * @param folder the dataset's folder, with `dataset.json`; undefined if it is a single file
 * @param scan of its records, to check whether they contradict the file; default: no such check
 * @throws DatasetError if the file is invalid, can't be read, or contradicts the records
 */
export function readRemoved(
  folder: string | undefined,
  scan?: Pick<DatasetScan, "ids" | "formerIds">,
): readonly RemovedIcon[] {
  if (folder === undefined) return [];
  const file = join(folder, REMOVED_FILE);
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return [];
  const { value, text } = readJsonFile(file, "Remove the link, or put the file there.");
  const findings = checkRemoved(value);
  if (findings.length === 0) findings.push(...checkText(text));
  throwFindings(findings, file, text);
  const removed = value as readonly RemovedIcon[];
  if (scan !== undefined) throwFindings(contradictions(removed, scan).slice(0, MAX_FINDINGS), file, text);
  return removed;
}

function contradictions(
  removed: readonly RemovedIcon[],
  { ids, formerIds }: Pick<DatasetScan, "ids" | "formerIds">,
): Finding[] {
  const seen = new Set<string>();
  const has = (numbers: Float64Array, id: string): boolean => sortedIndexOf(numbers, textNumber(id)) >= 0;
  return removed.flatMap(({ id, date, successor }, at) => {
    const findings: Finding[] = [];
    const add = (field: keyof RemovedIcon, value: string, message: string, remedy: string): void =>
      void findings.push({ path: [at, field], value, message, remedy });
    if (seen.has(id)) add("id", id, "is listed twice", "Remove one of the entries.");
    seen.add(id);
    if (has(ids, id)) add("id", id, "is the id of a record", "Remove the entry or the record.");
    else if (has(formerIds, id)) add("id", id, "is a former id of a record", "Remove the entry or the former id.");
    if (!isCalendarDate(date)) add("date", date, "is not a date of the calendar", "Correct the month or the day.");
    if (successor !== undefined && !has(ids, successor))
      add("successor", successor, "is not the id of a record", "Name an icon of the dataset, or remove the successor.");
    return findings;
  });
}
