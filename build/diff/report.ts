import { CHANGE_KINDS, type ChangeKind, type IconChange } from "./change.js";
import { compareGenerations } from "./compare-generations.js";
import type { Side } from "./side.js";

/** One of the generations of a report. */
export interface ReportedSide {
  readonly generation: string;
  readonly dataset: string;
  readonly icons: number;
}

/** What changed from one generation to another. */
export interface DiffReport {
  /** Undefined where there was none, and every icon counts as added. */
  readonly before: ReportedSide | undefined;
  readonly after: ReportedSide;
  /** Icons that changed, each counted once. */
  readonly changed: number;
  /** Icons by kind of change; one may be of several. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Whether icons that both have stand in another order. */
  readonly reordered: boolean;
  /** Of each kind the first ones, each icon once. */
  readonly changes: readonly IconChange[];
}

/**
 * Compares two generations and keeps what a report shows.
 *
 * @param limit icons that are kept of each kind; all are counted
 * Memory: that of the kept records, beside what `compareGenerations` takes.
 */
export function reportDiff(before: Side | undefined, after: Side, limit: number): DiffReport {
  const counts = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
  const kept: IconChange[] = [];
  let changed = 0;
  const comparison = compareGenerations(before, after);
  for (const change of comparison.changes) {
    changed++;
    if (change.kinds.some((kind) => counts[kind] < limit)) kept.push(change);
    for (const kind of change.kinds) counts[kind]++;
  }
  return {
    before: before && sideOf(before),
    after: sideOf(after),
    changed,
    counts,
    reordered: comparison.reordered(),
    changes: kept,
  };
}

/** Whether anything changed. */
export function isDifferent({ changed, reordered }: DiffReport): boolean {
  return changed > 0 || reordered;
}

/** The kept changes of a kind, no more than the limit. */
export function changesOf({ changes }: DiffReport, kind: ChangeKind, limit: number): IconChange[] {
  return changes.filter(({ kinds }) => kinds.includes(kind)).slice(0, limit);
}

function sideOf({ catalog: { generation, manifest, size } }: Side): ReportedSide {
  return { generation, dataset: manifest.dataset.name, icons: size };
}
