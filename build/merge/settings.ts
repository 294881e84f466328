import { lstatSync } from "node:fs";
import { join } from "node:path";
import { FREE_FACETS, type FreeFacet, labelKey } from "#src/format/filter-facets.js";
import type { RemovedIcon } from "../dataset/removed-icons.js";
import type { DatasetOptions, SourceRecord } from "../dataset/source-record.js";
import type { SynonymSettings } from "../dataset/synonym-settings.js";
import { readJsonFile } from "../read/json-file.js";
import { SYNONYMS_FILE } from "../synonyms/dataset-synonyms.js";
import { VECTORS_FILE } from "../vectors/dataset-vectors.js";
import type { MergeInput } from "./inputs.js";

/** What the merged dataset has besides records. */
export interface MergedSettings {
  /** Without the name. */
  readonly options: Omit<DatasetOptions, "name" | "$schema">;
  readonly synonyms: SynonymSettings | undefined;
  /** What was not taken over, and why. */
  readonly leftOut: readonly string[];
}

/** Unites the settings of datasets; of contradicting ones, the first counts. */
export function mergeSettings(inputs: readonly MergeInput[]): MergedSettings {
  const leftOut: string[] = [];
  const all = inputs.map(({ dataset }) => dataset.options);
  const first = <Value>(what: string, pick: (options: DatasetOptions) => Value | undefined): Value | undefined => {
    const value = all.map(pick).find((one) => one !== undefined);
    for (const [at, options] of all.entries()) {
      const other = pick(options);
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(value))
        leftOut.push(`${what} of ${inputs[at]!.name}: another dataset comes first`);
    }
    return value;
  };
  // Backgrounds move to the records, see `place`.
  const padding = first("image.padding", ({ image }) => image?.padding);
  const language = first("language", (options) => options.language);
  const lint = first("lint", (options) => options.lint);
  const fillers = [...new Set(all.flatMap(({ fillers = [] }) => fillers))];
  const labels = Object.fromEntries(
    FREE_FACETS.flatMap((facet): [FreeFacet, string[]][] => {
      const lists = all.map(({ labels }) => labels?.[facet]);
      const free = lists.indexOf(undefined);
      if (free < 0) return [[facet, distinctLabels(lists.flatMap((list) => list ?? []))]];
      for (const [at, list] of lists.entries())
        if (list !== undefined)
          leftOut.push(`labels.${facet} of ${inputs[at]!.name}: ${inputs[free]!.name} allows any label`);
      return [];
    }),
  );
  for (const { name, dataset } of inputs)
    if (dataset.folder !== undefined && lstatSync(join(dataset.folder, VECTORS_FILE), { throwIfNoEntry: false }))
      leftOut.push(`${VECTORS_FILE} of ${name}: vectors of other models can't be compared`);
  return {
    options: {
      ...(padding === undefined ? {} : { image: { padding } }),
      ...(language === undefined ? {} : { language }),
      ...(fillers.length === 0 ? {} : { fillers }),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(lint === undefined ? {} : { lint }),
    },
    synonyms: mergeSynonyms(inputs),
    leftOut,
  };
}

function mergeSynonyms(inputs: readonly MergeInput[]): SynonymSettings | undefined {
  const merged: Record<string, SynonymSettings[string]> = {};
  for (const { dataset } of inputs) {
    const file = dataset.folder === undefined ? undefined : join(dataset.folder, SYNONYMS_FILE);
    if (file === undefined || lstatSync(file, { throwIfNoEntry: false }) === undefined) continue;
    // It was checked when the input was opened.
    const { value } = readJsonFile(file, "Put the file there again.");
    for (const [key, setting] of Object.entries(value as SynonymSettings))
      if (key !== "$schema") merged[key] ??= setting;
  }
  return Object.keys(merged).length === 0 ? undefined : merged;
}

function distinctLabels(labels: readonly string[]): string[] {
  return [...new Map(labels.toReversed().map((label) => [labelKey(label), label])).values()].reverse();
}

/** Writes labels as the first dataset that has them, since builds reject two spellings. */
export function createRespelling(lists: DatasetOptions["labels"]): (record: SourceRecord) => SourceRecord {
  const spellings = new Map<string, string>();
  const spelled = (facet: FreeFacet, label: string): string => {
    const key = `${facet} ${labelKey(label)}`;
    const known = spellings.get(key);
    if (known === undefined) spellings.set(key, label);
    return known ?? label;
  };
  for (const facet of FREE_FACETS) for (const label of lists?.[facet] ?? []) spelled(facet, label);
  return (record) => {
    const { category, categories, style, mood, license } = record;
    const one = <Name extends string>(name: Name, facet: FreeFacet, label: string | undefined) =>
      label === undefined ? {} : { [name]: spelled(facet, label) };
    return {
      ...record,
      category: spelled("category", category),
      ...(categories === undefined
        ? {}
        : { categories: [...new Set(categories.map((label) => spelled("category", label)))] }),
      ...one("style", "style", style),
      ...one("mood", "mood", mood),
      ...one("license", "license", license),
    };
  };
}

/** The removed icons of all datasets. */
export interface MergedRemovals {
  readonly removed: readonly RemovedIcon[];
  /** Those that another dataset has as a record. */
  readonly present: readonly { readonly id: string; readonly dataset: string }[];
}

/**
 * @param currentId the id of the merged record that an input's record became; undefined if it has none of that id
 * @param isPresent whether the merged dataset has a record or a former id
 */
export function mergeRemovals(
  inputs: readonly MergeInput[],
  currentId: (input: number, id: string) => string | undefined,
  isPresent: (id: string) => boolean,
): MergedRemovals {
  const removed = new Map<string, RemovedIcon>();
  const present: { id: string; dataset: string }[] = [];
  for (const [at, input] of inputs.entries()) {
    for (const { successor, ...icon } of input.removed) {
      if (isPresent(icon.id)) present.push({ id: icon.id, dataset: input.name });
      else if (!removed.has(icon.id)) {
        const current = successor === undefined ? undefined : currentId(at, successor);
        removed.set(icon.id, { ...icon, ...(current === undefined ? {} : { successor: current }) });
      }
    }
  }
  return { removed: [...removed.values()], present };
}
