import type { ChangeKind, IconChange } from "./change.js";
import type { DiffReport, ReportedSide } from "./report.js";

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
  /** The perceptual hashes, with `picture` among the kinds; null where there was or is none. */
  readonly phash?: string | null;
  readonly previousPhash?: string | null;
  /** Hamming distance of the hashes, where there are two. */
  readonly distance?: number;
  /** With `palette` among the kinds: how far the colours moved in OKLab. */
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
    ...(has("picture") ? { phash: after!.phash ?? null, previousPhash: before!.phash ?? null } : {}),
    ...(distance === undefined ? {} : { distance }),
    ...(paletteDistance === undefined ? {} : { paletteDistance }),
    ...(has("fields") ? { fields } : {}),
  };
}
