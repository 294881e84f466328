import { type Combination, isMultiple, PAIRED } from "#src/format/facet-counts.js";
import { FACETS, labelKey, labelsOf } from "#src/format/filter-facets.js";
import type { IconRecord } from "#src/format/record.js";

/** The labels of each facet in the order of their dictionary, and the counts of their combinations. */
export interface CountedLabels {
  /** Per facet, the number of each label. */
  readonly labels: readonly ReadonlyMap<string, number>[];
  readonly combinations: Iterable<Combination>;
}

/** Counts the records with each combination of labels. */
export interface LabelCounter {
  /** @param combinations keys of labels by facet, as returned by a `CombinationCounter` */
  add(combinations: ReadonlyMap<string, number>): void;
  counted(): CountedLabels;
}

export function createLabelCounter(): LabelCounter {
  const totals = new Map<string, number>();
  return {
    add(combinations) {
      for (const [combination, icons] of combinations) totals.set(combination, (totals.get(combination) ?? 0) + icons);
    },
    counted() {
      const parsed = [...totals].map(([combination, icons]) => ({ keys: splitCombination(combination), icons }));
      const labels = FACETS.map((_, facet) => numberKeys(parsed.flatMap(({ keys }) => keys[facet]!.map(withoutMark))));
      const combinations = parsed.map(({ keys, icons }) => ({
        labels: keys.map((own, facet) => own.map((key) => labels[facet]!.get(withoutMark(key))!)),
        several: FACETS.map((_, facet) => facet).filter((facet) => keys[facet]![0]?.startsWith(ONE_OF_SEVERAL)),
        icons,
      }));
      return { labels, combinations };
    },
  };
}

/** Per facet the keys of its labels: none, one, or a pair. */
function splitCombination(combination: string): string[][] {
  return combination.split(LABEL_SEPARATOR).map((keys) => (keys === "" ? [] : keys.split(PAIR_SEPARATOR)));
}

/** Numbers keys as in their dictionary: sorted by their UTF-8 bytes. */
function numberKeys(keys: readonly string[]): Map<string, number> {
  const sorted = [...new Set(keys)].map((key) => Buffer.from(key)).sort(Buffer.compare);
  return new Map(sorted.map((key, at) => [key.toString(), at]));
}

/** Labels can't contain it, since they have no control characters. */
const LABEL_SEPARATOR = "\u0000";
/** Separates a pair of labels of the paired facet. */
const PAIR_SEPARATOR = "\u0001";
/** Precedes each of several labels of a facet that usually has one. */
const ONE_OF_SEVERAL = "\u0002";

function withoutMark(key: string): string {
  return key.startsWith(ONE_OF_SEVERAL) ? key.slice(ONE_OF_SEVERAL.length) : key;
}

/** Counts the records of a section with each combination of labels. */
export interface CombinationCounter {
  /** Counts the record once for each combination that `encodeFacetCounts` needs. */
  add(record: IconRecord): void;
  /** By the labels' keys in the order of `FACETS`, empty for none, joined by `LABEL_SEPARATOR`. */
  counted(): ReadonlyMap<string, number>;
}

const SINGLE = FACETS.filter((facet) => !isMultiple(facet));
const MULTIPLE = FACETS.filter(isMultiple);

/** The records with the same labels of the previous facets of `SINGLE`. */
interface Level {
  /** By label of the next facet of `SINGLE`; empty without one. */
  readonly below: Map<string, Level>;
  /** After the last of them: by the keys of the other facets. */
  readonly counts: Map<string, number>;
}

export function createCombinationCounter(): CombinationCounter {
  // One lookup per label: joining them to one key is more expensive and is done once per combination instead.
  const root = createLevel();
  return {
    add(record) {
      countSingle(root, record, 0);
    },
    counted() {
      const joined = new Map<string, number>();
      collect(root, [], joined);
      return joined;
    },
  };
}

/** Counts a record with several labels of a facet once for each of them and once without. */
function countSingle(level: Level, record: IconRecord, from: number): void {
  const facet = SINGLE[from];
  if (facet === undefined) {
    countSeveral(level.counts, record, 0, "");
    return;
  }
  const labels = labelsOf(record, facet);
  if (labels.length < 2) {
    countSingle(levelBelow(level, labels[0] ?? ""), record, from + 1);
    return;
  }
  countSingle(levelBelow(level, ""), record, from + 1);
  for (const label of labels) countSingle(levelBelow(level, ONE_OF_SEVERAL + label), record, from + 1);
}

/**
 * Counts the record without its labels of a multi-label facet, once for each of them, and once for each pair of the
 * paired facet.
 */
function countSeveral(counts: Map<string, number>, record: IconRecord, from: number, before: string): void {
  const facet = MULTIPLE[from];
  if (facet === undefined) {
    increment(counts, before);
    return;
  }
  const countNext = (labels: string): void =>
    countSeveral(counts, record, from + 1, from === 0 ? labels : before + LABEL_SEPARATOR + labels);
  countNext("");
  const distinct = [...new Set(labelsOf(record, facet).map(labelKey))].sort();
  const isPaired = facet === FACETS[PAIRED];
  for (const [at, label] of distinct.entries()) {
    countNext(label);
    for (let next = at + 1; isPaired && next < distinct.length; next++)
      countNext(label + PAIR_SEPARATOR + distinct[next]);
  }
}

/** @param single keys of the labels of the facets of `SINGLE` down to the level */
function collect({ below, counts }: Level, single: readonly string[], joined: Map<string, number>): void {
  for (const [label, level] of below) collect(level, [...single, labelKey(label)], joined);
  for (const [labels, records] of counts) {
    const several = labels.split(LABEL_SEPARATOR);
    const keys = FACETS.map((facet) =>
      isMultiple(facet) ? several[MULTIPLE.indexOf(facet)] : single[SINGLE.indexOf(facet)],
    );
    increment(joined, keys.join(LABEL_SEPARATOR), records);
  }
}

function createLevel(): Level {
  return { below: new Map(), counts: new Map() };
}

function levelBelow({ below }: Level, label: string): Level {
  let level = below.get(label);
  if (level === undefined) {
    level = createLevel();
    below.set(label, level);
  }
  return level;
}

function increment(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
