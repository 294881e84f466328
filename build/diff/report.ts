import { CHANGE_KINDS, type ChangeKind, type IconChange } from "./change.js";
import { compareGenerations } from "./compare-generations.js";
import type { Side } from "./side.js";

/** One of the two generations of a report. */
export interface ReportedSide {
  readonly generation: string;
  readonly dataset: string;
  readonly icons: number;
}

/** The changes from one generation to another. */
export interface DiffReport {
  /** Undefined if there was none, so that every icon counts as added. */
  readonly before: ReportedSide | undefined;
  readonly after: ReportedSide;
  /** Number of changed icons. */
  readonly changed: number;
  /** Icons by kind of change; an icon may have several. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Whether icons of both generations are in another order. */
  readonly reordered: boolean;
  /** The first ones of each kind, without duplicates. */
  readonly changes: readonly IconChange[];
}

/**
 * Compares two generations and keeps the changes to report.
 *
 * @param limit icons to keep per kind; all are counted
 * @param onChange called with every change, kept or not
 * Memory: that of the kept records, in addition to that of `compareGenerations`.
 */
export function reportDiff(
  before: Side | undefined,
  after: Side,
  limit: number,
  onChange?: (change: IconChange) => void,
): DiffReport {
  const counts = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
  const kept: IconChange[] = [];
  let changed = 0;
  const comparison = compareGenerations(before, after);
  for (const change of comparison.changes) {
    changed++;
    onChange?.(change);
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
export function isDifferent({ changed, reordered }: Omit<DiffReport, "changes">): boolean {
  return changed > 0 || reordered;
}

/** The kept changes of a kind, up to the limit. */
export function changesOf({ changes }: DiffReport, kind: ChangeKind, limit: number): IconChange[] {
  return changes.filter(({ kinds }) => kinds.includes(kind)).slice(0, limit);
}

function sideOf({ catalog: { generation, manifest, size } }: Side): ReportedSide {
  return { generation, dataset: manifest.dataset.name, icons: size };
}

/** A report for machines. Fields may be added, but existing ones keep their meaning. */
export interface DiffJson {
  /** The compared generations; null if there was none. */
  readonly before: ReportedSide | null;
  readonly after: ReportedSide;
  /** Number of changed icons. */
  readonly changed: number;
  /** Icons by kind of change; an icon may have several. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly reordered: boolean;
  /** Changed icons that are not listed because of the limit. */
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
  /** Present if the kinds include `id`; `previousName` and `previousCategory` likewise. */
  readonly previousId?: string;
  readonly previousName?: string;
  readonly previousCategory?: string;
  /** The perceptual hashes, if the kinds include `image`; null if there is none. */
  readonly phash?: string | null;
  readonly previousPhash?: string | null;
  /** Hamming distance of the hashes, if there are two. */
  readonly distance?: number;
  /** Distance of the palettes in OKLab, if the kinds include `palette`. */
  readonly paletteDistance?: number;
  /** Names of the fields, if the kinds include `fields`. */
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
