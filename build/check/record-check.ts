import { type Facet, labelKey } from "#src/format/artifact-files.js";
import { showValue } from "../dataset/problems.js";
import { type DatasetOptions, SourceRecord } from "../dataset/source-record.js";
import { nearestName } from "../dataset/suggest.js";
import { createValidator, type Finding } from "../dataset/validate.js";
import { checkSemantics } from "./semantic-checks.js";

/** Facets whose labels a record writes itself. */
export const LABELLED = ["category", "style", "mood"] as const satisfies readonly Facet[];

/** Of a longer record, only the first mistake against the schema is told, as fast as it is found. */
const LONG_TEXT = 2 ** 15;
/** Looking for the label that was meant costs a comparison with each in use; no more mistakes than these are told of. */
const MAX_SUGGESTIONS = 100;

/** Says what is wrong with a record by itself. */
export type RecordCheck = (record: SourceRecord, text: string) => Finding[];

/** What a dataset says that its records are checked by. */
export type CheckOptions = Pick<DatasetOptions, "labels">;

export function createRecordCheck({ labels }: CheckOptions): RecordCheck {
  const validate = createValidator(SourceRecord, "attributes");
  const inUse = new Map(LABELLED.map((facet) => [facet, labels?.[facet] && new Set(labels[facet])]));
  let suggestions = 0;
  return (record, text) => {
    const findings = validate(record, text.length > LONG_TEXT);
    if (findings.length === 0) findings.push(...checkSemantics(record, text));
    findings.push(...unfilled(record));
    for (const facet of LABELLED) {
      const known = labels?.[facet];
      const label = record?.[facet];
      if (known === undefined || typeof label !== "string" || inUse.get(facet)!.has(label)) continue;
      if (findings.some(({ path }) => path[0] === facet)) continue;
      const near = suggestions++ < MAX_SUGGESTIONS ? nearestName(label, known) : undefined;
      findings.push(unknownLabel(facet, label, known, near));
    }
    return findings;
  };
}

/** Remembers how labels were spelled first, since they are compared without case. */
export function createSpellingCheck(): (facet: Facet, label: string, place: string) => Finding | undefined {
  const spellings = new Map<Facet, Map<string, { label: string; place: string }>>(
    LABELLED.map((facet) => [facet, new Map()]),
  );
  return (facet, label, place) => {
    const spelling = spellings.get(facet)!.get(labelKey(label));
    if (spelling === undefined) spellings.get(facet)!.set(labelKey(label), { label, place });
    if (spelling === undefined || spelling.label === label) return undefined;
    return {
      path: [facet],
      value: label,
      message: `is spelled ${JSON.stringify(spelling.label)} at ${spelling.place}`,
      remedy: "Use one spelling, since labels are compared without case.",
    };
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

function unknownLabel(facet: Facet, label: string, known: readonly string[], near: string | undefined): Finding {
  const add = `add it to labels.${facet} in dataset.json`;
  const remedy =
    near === undefined ? `Use one of ${showValue(known)}, or ${add}.` : `Did you mean ${near}? Otherwise ${add}.`;
  return { path: [facet], value: label, message: "is no label in use", remedy };
}

/** What `icons init` writes where only the maintainer knows; a build leads to each place that still says so. */
export const FILL_IN = "FILL IN";
