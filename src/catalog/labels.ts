import type { Dictionary } from "../format/dictionary.js";

export interface LabelCount {
  readonly label: string;
  readonly count: number;
}

/** The labels of a facet with their icon counts, by count, then by code unit. */
export function countLabels(dictionary: Dictionary): LabelCount[] {
  return Array.from({ length: dictionary.size }, (_, index) => ({
    label: dictionary.label(index),
    count: dictionary.postings(index).count,
  })).sort(byCount);
}

/** The order of labels: by count, then by code unit. */
export function byCount(a: LabelCount, b: LabelCount): number {
  return b.count - a.count || (a.label < b.label ? -1 : 1);
}
