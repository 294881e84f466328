import { FACETS, labelKey } from "#src/format/artifact-files.js";
import type { IconRecord } from "#src/format/record.js";

/** No label contains it: labels have no control characters. */
export const LABEL_SEPARATOR = "\u0000";
/** Between two colours that go together. */
export const COLOR_SEPARATOR = "\u0001";

/** Counts how many records of a section have each combination of labels. */
export interface CombinationCounter {
  /** Counts the record without its colours, once for each of them, and once for each two of them. */
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
