import { FACETS, labelKey } from "#src/format/artifact-files.js";
import type { Combination } from "#src/format/facet-counts.js";
import type { IconRecord } from "#src/format/record.js";

/** The labels of each facet in the order of their dictionary, and how often they go together. */
export interface CountedLabels {
  /** Per facet, the number of each label. */
  readonly labels: readonly ReadonlyMap<string, number>[];
  readonly combinations: Iterable<Combination>;
}

/** Adds up how many records have each combination of labels. */
export interface LabelCounter {
  /** @param combinations keys of labels by facet, as a `CombinationCounter` gives them */
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
      const labels = FACETS.map((_, facet) => numberKeys(parsed.flatMap(({ keys }) => keys[facet]!)));
      const combinations = parsed.map(({ keys, icons }) => ({
        labels: keys.map((own, facet) => own.map((key) => labels[facet]!.get(key)!)),
        icons,
      }));
      return { labels, combinations };
    },
  };
}

/** Per facet the keys of its labels: none, one, or two colors. */
function splitCombination(combination: string): string[][] {
  return combination.split(LABEL_SEPARATOR).map((keys) => (keys === "" ? [] : keys.split(COLOR_SEPARATOR)));
}

/** Numbers keys as their dictionary does: sorted by their UTF-8 bytes. */
function numberKeys(keys: readonly string[]): Map<string, number> {
  const sorted = [...new Set(keys)].map((key) => Buffer.from(key)).sort(Buffer.compare);
  return new Map(sorted.map((key, at) => [key.toString(), at]));
}

/** No label contains it: labels have no control characters. */
const LABEL_SEPARATOR = "\u0000";
/** Between two colors that go together. */
const COLOR_SEPARATOR = "\u0001";

/** Counts how many records of a section have each combination of labels. */
export interface CombinationCounter {
  /** Counts the record without its colors, once for each of them, and once for each two of them. */
  add(record: IconRecord): void;
  /** By the labels' keys in the order of `FACETS`, empty for none, with `LABEL_SEPARATOR` between. */
  counted(): ReadonlyMap<string, number>;
}

type ByLabel<T> = Map<string, T>;

export function createCombinationCounter(): CombinationCounter {
  // A look-up per label: joining four of them to one key costs more, and is done once per combination instead.
  const counts: ByLabel<ByLabel<ByLabel<ByLabel<number>>>> = new Map();
  return {
    add({ category, style = "", mood = "", colors = [] }) {
      const byColor = below(below(below(counts, category), style), mood);
      increment(byColor, "");
      const distinct = [...new Set(colors.map(labelKey))].sort();
      for (const [at, color] of distinct.entries()) {
        increment(byColor, color);
        for (let next = at + 1; next < distinct.length; next++)
          increment(byColor, color + COLOR_SEPARATOR + distinct[next]);
      }
    },
    counted() {
      const joined = new Map<string, number>();
      for (const [category, byStyle] of counts)
        for (const [style, byMood] of byStyle)
          for (const [mood, byColor] of byMood)
            for (const [color, records] of byColor) {
              const keys = { category: labelKey(category), color, style: labelKey(style), mood: labelKey(mood) };
              increment(joined, FACETS.map((facet) => keys[facet]).join(LABEL_SEPARATOR), records);
            }
      return joined;
    },
  };
}

function below<T>(map: ByLabel<Map<string, T>>, label: string): Map<string, T> {
  let found = map.get(label);
  if (found === undefined) {
    found = new Map();
    map.set(label, found);
  }
  return found;
}

function increment(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
