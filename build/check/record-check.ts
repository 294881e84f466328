import {
  FACET,
  type Facet,
  type FacetEntry,
  FREE_FACETS,
  type FreeFacet,
  labelKey,
} from "#src/format/filter-facets.js";
import { nearestName } from "#src/text/nearest-name.js";
import { showValue } from "../dataset/problems.js";
import { type DatasetOptions, SourceRecord } from "../dataset/source-record.js";
import { createValidator, type Finding } from "../dataset/validate.js";
import { checkSemantics } from "./semantic-checks.js";

/** For longer records, only the first schema error is reported, to stay fast. */
const LONG_TEXT = 2 ** 15;
/** Maximum number of reported labels: finding a suggestion costs a comparison with each known label. */
const MAX_SUGGESTIONS = 100;

const checkSchema = createValidator(SourceRecord, "attributes");

/** Describes what is wrong with a record by itself. */
export type RecordCheck = (record: SourceRecord, text: string) => Finding[];

/** The options that records are checked against. */
export type CheckOptions = Pick<DatasetOptions, "labels">;

export function createRecordCheck({ labels }: CheckOptions): RecordCheck {
  const inUse = new Map(FREE_FACETS.map((facet) => [facet, labels?.[facet] && new Set(labels[facet])]));
  let suggestions = 0;
  return (record, text) => {
    const findings = checkSchema(record, text.length > LONG_TEXT);
    if (findings.length === 0) findings.push(...checkSemantics(record, text));
    for (const facet of FREE_FACETS) {
      const known = labels?.[facet];
      if (known === undefined || findings.some(({ path }) => isFieldOf(facet, path[0]))) continue;
      for (const { label, path } of placedLabels(record, facet)) {
        if (inUse.get(facet)!.has(label)) continue;
        const near = suggestions++ < MAX_SUGGESTIONS ? nearestName(label, known) : undefined;
        findings.push({ path, value: label, ...unknownLabel(facet, known, near) });
      }
    }
    return findings;
  };
}

/** A label of a record and its path. */
export interface PlacedLabel {
  readonly label: string;
  readonly path: readonly (string | number)[];
}

/** The labels of a record in a facet. Values of a type that the schema does not allow are skipped. */
export function placedLabels(record: SourceRecord, facet: Facet): PlacedLabel[] {
  const { field, single = field }: FacetEntry = FACET[facet];
  const value: unknown = record?.[field] ?? record?.[single];
  if (typeof value === "string") return [{ label: value, path: [single] }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((label, at) => (typeof label === "string" ? [{ label, path: [field, at] }] : []));
}

function isFieldOf(facet: Facet, name: string | number | undefined): boolean {
  const { field, single = field }: FacetEntry = FACET[facet];
  return name === field || name === single;
}

/** Remembers the first spelling of each label, since labels are compared case-insensitively. */
export function createSpellingCheck(): (facet: Facet, label: PlacedLabel, place: string) => Finding | undefined {
  const spellings = new Map<Facet, Map<string, { label: string; place: string }>>(
    FREE_FACETS.map((facet) => [facet, new Map()]),
  );
  return (facet, { label, path }, place) => {
    const spelling = spellings.get(facet)!.get(labelKey(label));
    if (spelling === undefined) spellings.get(facet)!.set(labelKey(label), { label, place });
    if (spelling === undefined || spelling.label === label) return undefined;
    return {
      path,
      value: label,
      message: `is spelled ${JSON.stringify(spelling.label)} at ${spelling.place}`,
      remedy: "Use one spelling, since labels are compared without case.",
    };
  };
}

function unknownLabel(
  facet: FreeFacet,
  known: readonly string[],
  near: string | undefined,
): Pick<Finding, "message" | "remedy"> {
  const add = `add it to labels.${facet} in dataset.json`;
  const remedy =
    near === undefined ? `Use one of ${showValue(known)}, or ${add}.` : `Did you mean ${near}? Otherwise ${add}.`;
  return { message: "is not a known label", remedy };
}
