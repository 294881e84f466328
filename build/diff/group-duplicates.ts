import {
  createMeasure,
  type DuplicateDistances,
  type DuplicateKind,
  duplicatePairs,
} from "#src/catalog/similar/duplicate-pairs.js";
import type { Side } from "./side.js";

/** An icon of a group. */
export interface DuplicateIcon {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly developer: string;
  /** How it compares with the group's first icon, which has none. */
  readonly toFirst?: DuplicateDistances;
}

/** Icons that are probably the same, in display order: each is a duplicate of at least one other. */
export interface DuplicateGroup {
  /** `near` if all its pairs are. */
  readonly kind: DuplicateKind;
  readonly icons: readonly DuplicateIcon[];
}

/** The duplicates of a generation. */
export interface DuplicateReport {
  readonly dataset: string;
  readonly generation: string;
  /** Number of icons compared. */
  readonly icons: number;
  /** Number of groups. */
  readonly total: number;
  /** The first groups: near duplicates before redrawings, then in display order. */
  readonly groups: readonly DuplicateGroup[];
}

/**
 * Groups the duplicates of a generation. @param limit maximum number of groups to list Cost: as `duplicatePairs`
 */
export function groupDuplicates({ generation, catalog }: Side, limit: number): DuplicateReport {
  const parents = new Map<number, number>();
  const find = (ordinal: number): number => {
    let at = ordinal;
    for (;;) {
      const parent = parents.get(at) ?? at;
      if (parent === at) return at;
      // Halves the way for later searches.
      parents.set(at, parents.get(parent) ?? parent);
      at = parent;
    }
  };
  const redrawn: number[] = [];
  for (const { ordinal, other, kind } of duplicatePairs(generation)) {
    const [one, two] = [find(ordinal), find(other)];
    // The earliest icon stands for its group.
    parents.set(Math.max(one, two), Math.min(one, two));
    parents.set(Math.min(one, two), Math.min(one, two));
    if (kind === "redrawn") redrawn.push(ordinal);
  }
  const members = new Map<number, number[]>();
  for (const ordinal of [...parents.keys()].sort((a, b) => a - b)) {
    const first = find(ordinal);
    members.set(first, [...(members.get(first) ?? []), ordinal]);
  }
  const mixed = new Set(redrawn.map(find));
  const measure = createMeasure(generation);
  const sorted = [...members].sort(([a], [b]) => Number(mixed.has(a)) - Number(mixed.has(b)) || a - b);
  const iconAt = (ordinal: number, first: number): DuplicateIcon => {
    const { id, name, category, developer } = catalog.record(ordinal);
    return { id, name, category, developer, ...(ordinal !== first && { toFirst: measure(first, ordinal) }) };
  };
  return {
    dataset: generation.manifest.dataset.name,
    generation: generation.name,
    icons: generation.manifest.icons,
    total: sorted.length,
    groups: sorted.slice(0, limit).map(([first, ordinals]) => ({
      kind: mixed.has(first) ? "redrawn" : "near",
      icons: ordinals.map((ordinal) => iconAt(ordinal, first)),
    })),
  };
}
