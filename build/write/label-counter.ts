import { FACETS } from "#src/format/artifact-files.js";
import type { Combination } from "#src/format/facet-counts.js";
import { COLOR_SEPARATOR, LABEL_SEPARATOR } from "./combination-counter.js";

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

/** Per facet the keys of its labels: none, one, or two colours. */
function splitCombination(combination: string): string[][] {
  return combination.split(LABEL_SEPARATOR).map((keys) => (keys === "" ? [] : keys.split(COLOR_SEPARATOR)));
}

/** Numbers keys as their dictionary does: sorted by their UTF-8 bytes. */
function numberKeys(keys: readonly string[]): Map<string, number> {
  const sorted = [...new Set(keys)].map((key) => Buffer.from(key)).sort(Buffer.compare);
  return new Map(sorted.map((key, at) => [key.toString(), at]));
}
