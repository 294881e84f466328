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

/** A report for machines. Fields may be added; none changes its meaning. */
export interface DiffJson {
  /** What was compared; null where there was no generation. */
  readonly before: ReportedSide | null;
  readonly after: ReportedSide;
  /** Icons that changed, each counted once. */
  readonly changed: number;
  /** Icons by kind of change; one may be of several. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly reordered: boolean;
  /** Changed icons that are not listed, for the limit. */
  readonly omitted: number;
  readonly changes: readonly ChangeJson[];
}

/** A changed icon. */
export interface ChangeJson {
  readonly id: string;
  readonly kinds: readonly ChangeKind[];
  readonly name: string;
  readonly category: string;
  readonly developer: string;
  /** With `id` among the kinds; `previousName` and `previousCategory` likewise. */
  readonly previousId?: string;
  readonly previousName?: string;
  readonly previousCategory?: string;
  /** The perceptual hashes, with `image` among the kinds; null where there was or is none. */
  readonly phash?: string | null;
  readonly previousPhash?: string | null;
  /** Hamming distance of the hashes, where there are two. */
  readonly distance?: number;
  /** With `palette` among the kinds: how far the colors moved in OKLab. */
  readonly paletteDistance?: number;
  /** With `fields` among the kinds: their names. */
  readonly fields?: readonly string[];
}

/** A report in the form of `icons diff --json`. */
export function diffJson({ before, after, changed, counts, reordered, changes }: DiffReport): DiffJson {
  return {
    before: before ?? null,
    after,
    changed,
    counts,
    reordered,
    omitted: changed - changes.length,
    changes: changes.map(changeJson),
  };
}

function changeJson({ kinds, before, after, distance, paletteDistance, fields }: IconChange): ChangeJson {
  const { id, name, category, developer } = (after ?? before)!;
  const has = (kind: ChangeKind): boolean => kinds.includes(kind);
  return {
    id,
    kinds,
    name,
    category,
    developer,
    ...(has("id") ? { previousId: before!.id } : {}),
    ...(has("name") ? { previousName: before!.name } : {}),
    ...(has("category") ? { previousCategory: before!.category } : {}),
    ...(has("image") ? { phash: after!.phash ?? null, previousPhash: before!.phash ?? null } : {}),
    ...(distance === undefined ? {} : { distance }),
    ...(paletteDistance === undefined ? {} : { paletteDistance }),
    ...(has("fields") ? { fields } : {}),
  };
}
