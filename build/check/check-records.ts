import { type Facet, labelKey } from "#src/format/artifact-files.js";
import { type Dataset, elementsOf } from "../source/dataset.js";
import { StructureError } from "../source/elements.js";
import { FILL_IN } from "./marker.js";
import { checkMeaning } from "./meaning.js";
import { parseRecord } from "./parse-record.js";
import { ProblemList, showValue } from "./problems.js";
import { SourceRecord } from "./source-record.js";
import { nearestName } from "./suggest.js";
import { createValidator, type Finding, locate } from "./validate.js";

/** Facets whose labels a record writes itself. */
const LABELLED = ["category", "style", "mood"] as const satisfies readonly Facet[];

/** Where a checked record lies. */
export interface RecordPlace {
  /** Index in `Dataset.files`. */
  readonly file: number;
  /** Bytes. */
  readonly offset: number;
  readonly length: number;
}

/**
 * Reads every record once and checks it.
 *
 * @param onRecord called after each record, for progress
 * @returns where the records lie, in display order: by rank where given (lower first), else in the order of the files
 * @throws DatasetError naming the first `limit` problems and the number of all
 */
export async function checkRecords(
  dataset: Dataset,
  limit: number,
  onRecord?: (checked: number) => void,
): Promise<RecordPlace[]> {
  const problems = new ProblemList(limit);
  const check = createRecordCheck(dataset);
  const places: (RecordPlace & { readonly rank: number })[] = [];

  for (const [index, file] of dataset.files.entries()) {
    try {
      for await (const element of elementsOf(file)) {
        const parsed = parseRecord(element.bytes);
        if ("explain" in parsed) {
          problems.add(() => {
            const { line, message, remedy } = parsed.explain();
            return { file, line: element.line + line, message, remedy };
          });
          continue;
        }
        const { record, text } = parsed;
        for (const finding of check(record, text, `${file}:${element.line}`)) {
          const id = typeof record?.id === "string" ? record.id : undefined;
          problems.add(() => locate(finding, file, element.line, text, id));
        }
        const rank = typeof record?.rank === "number" ? record.rank : Number.POSITIVE_INFINITY;
        places.push({ file: index, offset: element.offset, length: element.bytes.length, rank });
        onRecord?.(places.length);
      }
    } catch (error) {
      if (!(error instanceof StructureError)) throw error;
      const { line, message } = error;
      problems.add(() => ({
        file,
        line,
        message,
        remedy: "A file holds an array of records; mend its brackets and commas.",
      }));
    }
  }
  problems.throwIfAny();
  return places.sort((a, b) => a.rank - b.rank || 0);
}

/** A check that remembers ids and spellings over all records. */
function createRecordCheck({ options }: Dataset): (record: SourceRecord, text: string, place: string) => Finding[] {
  const validate = createValidator(SourceRecord, "attributes");
  const ids = new Map<string, string>();
  const spellings = new Map(LABELLED.map((facet) => [facet, new Map<string, { label: string; place: string }>()]));

  return (record, text, place) => {
    const findings = validate(record);
    if (findings.length === 0) findings.push(...checkMeaning(record, text));
    const { id } = record ?? {};
    if (typeof id === "string") {
      const first = ids.get(id);
      if (first === undefined) ids.set(id, place);
      else
        findings.push({
          path: ["id"],
          value: id,
          message: `stands already at ${first}`,
          remedy: "Give one of the two another id, or remove it.",
        });
    }
    findings.push(...unfilled(record));
    for (const facet of LABELLED) {
      const label = record?.[facet];
      if (typeof label !== "string" || findings.some(({ path }) => path[0] === facet)) continue;
      const finding = checkLabel(facet, label, options.labels?.[facet], spellings.get(facet)!, place);
      if (finding !== undefined) findings.push(finding);
    }
    return findings;
  };
}

/** Fields that `icons init` left to the maintainer. */
function unfilled(record: SourceRecord): Finding[] {
  return (["name", "developer", "category"] as const)
    .filter((field) => record?.[field] === FILL_IN)
    .map((field) => ({
      path: [field],
      value: FILL_IN,
      message: "is still to be filled in",
      remedy: `Write the ${field} here.`,
    }));
}

function checkLabel(
  facet: (typeof LABELLED)[number],
  label: string,
  known: readonly string[] | undefined,
  spellings: Map<string, { label: string; place: string }>,
  place: string,
): Finding | undefined {
  if (known !== undefined && !known.includes(label)) {
    const near = nearestName(label, known);
    const add = `add it to labels.${facet} in dataset.json`;
    return {
      path: [facet],
      value: label,
      message: "is no label in use",
      remedy:
        near === undefined ? `Use one of ${showValue(known)}, or ${add}.` : `Did you mean ${near}? Otherwise ${add}.`,
    };
  }
  const spelling = spellings.get(labelKey(label));
  if (spelling === undefined) spellings.set(labelKey(label), { label, place });
  else if (spelling.label !== label) {
    const message = `is spelled ${JSON.stringify(spelling.label)} at ${spelling.place}`;
    return {
      path: [facet],
      value: label,
      message,
      remedy: "Use one spelling, since labels are compared without case.",
    };
  }
  return undefined;
}
