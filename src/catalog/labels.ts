import type { Dictionary } from "../format/dictionary.js";
import { keyBytes } from "../format/key-bytes.js";
import type { PostingList } from "../format/posting-list.js";

/** With more labels than this, they are looked up in the dictionary: cached data must not grow with the dataset. */
const MOST_KEPT = 1024;

export interface LabelCount {
  readonly label: string;
  readonly count: number;
}

/** A label of a facet. */
interface Label {
  /** Its index in the facet's dictionary. */
  readonly index: number;
  /** The icons that have it. */
  readonly postings: PostingList;
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

/**
 * Looks up the labels of a facet by key. Facets have few labels and requests name them all the time, so all labels are
 * read once; a lookup then needs no search and no view of the postings.
 *
 * @throws FormatError if the dictionary is damaged
 */
export function createLabelFinder(dictionary: Dictionary): (key: string) => Label | undefined {
  const labelAt = (index: number): Label => ({ index, postings: dictionary.postings(index) });
  if (dictionary.size > MOST_KEPT) {
    return (key) => {
      const index = dictionary.find(keyBytes(key));
      return index < 0 ? undefined : labelAt(index);
    };
  }
  const labels = new Map<string, Label>();
  for (let index = 0; index < dictionary.size; index++) labels.set(dictionary.key(index), labelAt(index));
  return (key) => labels.get(key);
}
