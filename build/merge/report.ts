import { MERGE_CHOICES, MERGE_REASONS } from "../dataset/merge-decisions.js";
import type { SourceRecord } from "../dataset/source-record.js";
import type { DecidedPair, MergePlan } from "./decide.js";
import { decisionLine } from "./decisions-file.js";
import { identitiesOf, namesOf } from "./find-pairs.js";
import type { MergeRecords } from "./inputs.js";
import type { MergeReport, PairSide, ReportedPair } from "./options.js";

type Counts = Pick<MergeReport, "pairs" | "listed">;

/** Counts pairs, and describes the first ones: uncertain, then other new ones, then the others. */
export function reportPairs(
  records: MergeRecords,
  { pairs }: MergePlan,
  limit: number,
): Counts & { readonly shown: readonly DecidedPair[] } {
  const count = (matches: (pair: DecidedPair) => boolean): number => pairs.filter(matches).length;
  const rank = ({ isNew, isUncertain }: DecidedPair): number => Number(!isUncertain) * 2 + Number(!isNew);
  const shown = pairs.toSorted((a, b) => rank(a) - rank(b)).slice(0, limit);
  return {
    pairs: {
      total: pairs.length,
      reasons: countsOf(MERGE_REASONS, (reason) => count(({ reasons }) => reasons.has(reason))),
      decisions: countsOf(MERGE_CHOICES, (choice) => count(({ decision }) => decision.decision === choice)),
      new: count(({ isNew }) => isNew),
      uncertain: count(({ isUncertain }) => isUncertain),
    },
    listed: shown.map((pair) => describe(records, pair)),
    shown,
  };
}

function countsOf<Name extends string>(names: readonly Name[], count: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>;
}

function describe(
  records: MergeRecords,
  { first, second, reasons, distances, decision, isNew, isUncertain }: DecidedPair,
): ReportedPair {
  const { inputs, inputOf, read } = records;
  const [one, two] = [read(first), read(second)];
  const sideOf = (record: number, { id, name, developer }: SourceRecord): PairSide => ({
    dataset: inputs[inputOf(record)]!.name,
    id,
    name,
    developer,
  });
  return {
    first: sideOf(first, one),
    second: sideOf(second, two),
    reasons: MERGE_REASONS.filter((reason) => reasons.has(reason)),
    common: [
      ...(reasons.has("id") ? shared([one.id, ...(one.formerIds ?? [])], [two.id, ...(two.formerIds ?? [])]) : []),
      ...(reasons.has("name") ? shared([...namesOf(one)], [...namesOf(two)]) : []),
      ...(reasons.has("identity") ? shared([...identitiesOf(one)], [...identitiesOf(two)]) : []),
      ...Object.entries(distances ?? {}).map(
        ([name, value]) => `${DISTANCES[name as keyof typeof DISTANCES]} ${Number(value.toFixed(3))}`,
      ),
    ],
    decision: decision.decision,
    ...(decision.rename === undefined ? {} : { rename: decision.rename }),
    isNew,
    isUncertain,
    line: decisionLine(decision),
  };
}

const DISTANCES = { shapeDistance: "shape distance", distance: "Hamming distance", colorDistance: "palette distance" };

function shared(ours: readonly string[], theirs: readonly string[]): string[] {
  return [...new Set(ours)].filter((one) => theirs.includes(one));
}
