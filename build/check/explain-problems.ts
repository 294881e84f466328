import { FACET, FREE_FACETS } from "#src/format/filter-facets.js";
import { parseRecord } from "../dataset/parse-record.js";
import { createLines } from "../dataset/position.js";
import { ProblemList, shorten } from "../dataset/problems.js";
import { SourceRecord } from "../dataset/source-record.js";
import { type Finding, locate } from "../dataset/validate.js";
import { type Dataset, elementsOf } from "../read/dataset.js";
import { StructureError } from "../read/elements.js";
import { createRecordCheck, createSpellingCheck, placedLabels } from "./record-check.js";

const MAX_ID = 200;

/**
 * Reads every record and reports what is wrong and where. Slower than a scan, and stores every id.
 *
 * @throws DatasetError with the first `limit` problems and the total number; Error if there are no problems any more
 */
export async function explainProblems(dataset: Dataset, limit: number): Promise<never> {
  const problems = new ProblemList(limit);
  const check = createPlacedCheck(dataset);
  for (const file of dataset.files) {
    try {
      for await (const element of elementsOf(file)) {
        const parsed = parseRecord(element.bytes);
        const hasId = !("explain" in parsed) && parsed.record?.id !== undefined;
        const wrapper = hasId ? undefined : wrapperOf(element.bytes);
        if (wrapper !== undefined) {
          const problem = { ...wrapper, file, line: element.line };
          problems.add([], problem.message, () => problem);
          continue;
        }
        if ("explain" in parsed) {
          problems.add([], "is not valid JSON", () => {
            const { line, id, ...explained } = parsed.explain();
            const record = id === undefined ? {} : { id: shorten(id, MAX_ID) };
            return { file, line: element.line + line, ...record, ...explained };
          });
          continue;
        }
        const { record, text } = parsed;
        const lines = createLines(text);
        for (const finding of check(record, text, `${file}:${element.line}`)) {
          const id = typeof record?.id === "string" ? record.id : undefined;
          problems.add(finding.path, finding.message, () => locate(finding, file, element.line, lines, id));
        }
      }
    } catch (error) {
      if (!(error instanceof StructureError)) throw error;
      const { line, message, remedy, code } = error;
      problems.add([], message, () => ({ file, line, message, remedy, ...(code === undefined ? {} : { code }) }));
    }
  }
  problems.throwIfAny();
  // The dataset was edited, or a temporary system error is over.
  throw new Error("the dataset changed, or could not be read for a moment, while it was checked; run the build again");
}

/** A record's first field, if it holds a list of objects. */
const LIST_FIRST = /^\{\s*"([^"\\]{1,60})"\s*:\s*\[\s*\{/;
const START_BYTES = 200;

/** What is wrong with an object such as `{ "icons": […] }`, which holds the records instead of being one. */
function wrapperOf(bytes: Buffer): { readonly message: string; readonly remedy: string } | undefined {
  const field = LIST_FIRST.exec(bytes.toString("utf8", 0, START_BYTES))?.[1];
  if (field === undefined || Object.hasOwn(SourceRecord.properties, field)) return undefined;
  const remedy = `Keep only the array: remove \`{ "${field}":\` and the last \`}\`, or convert the file with \`icons import records\`.`;
  return { message: `is an object that holds the records in "${field}"; a file holds an array of records`, remedy };
}

/** A check that also compares a record with the previous ones. */
function createPlacedCheck({ options }: Dataset): (record: SourceRecord, text: string, place: string) => Finding[] {
  const check = createRecordCheck(options);
  const checkSpelling = createSpellingCheck();
  const ids = new Map<string, string>();
  return (record, text, place) => {
    const findings = check(record, text);
    for (const { id, path } of placedIds(record)) {
      const first = ids.get(id);
      if (first === undefined) ids.set(id, place);
      else {
        const remedy = "Change the id of one of them, or remove one.";
        findings.push({ path, value: id, message: `is already used at ${first}`, remedy });
      }
    }
    for (const facet of FREE_FACETS) {
      if (findings.some(({ path }) => path[0] === FACET[facet].field)) continue;
      for (const label of placedLabels(record, facet)) {
        const finding = checkSpelling(facet, label, place);
        if (finding !== undefined) findings.push(finding);
      }
    }
    return findings;
  };
}

/** The id and the former ids of a record. Values of a type that the schema does not allow are skipped. */
function placedIds(record: SourceRecord): { readonly id: string; readonly path: Finding["path"] }[] {
  const { id, formerIds }: { readonly id?: unknown; readonly formerIds?: unknown } = record ?? {};
  const former = Array.isArray(formerIds) ? formerIds.map((id, at) => ({ id, path: ["formerIds", at] })) : [];
  const placed = [{ id, path: ["id"] }, ...former];
  // What a record repeats itself is reported by its own checks.
  const isFirst = ({ id }: { readonly id: unknown }, at: number): boolean =>
    placed.findIndex((other) => other.id === id) === at;
  return placed.filter(isFirst).flatMap(({ id, path }) => (typeof id === "string" ? [{ id, path }] : []));
}
