import { DICTIONARIES, type DictionaryName, FACETS, type Facet, labelKey } from "#src/format/artifact-files.js";
import type { IconRecord } from "#src/format/record.js";
import { words } from "#src/text/fold.js";
import { symbolPieces } from "#src/text/symbols.js";
import type { RunEntry } from "./run.js";
import { sortByBytes } from "./sort-by-bytes.js";

/** Dictionaries whose keys are read off a record as they stand. */
export const KEYED = [...DICTIONARIES.filter((name) => name !== "terms"), ...FACETS] as const;

/** Collects the keys of records for every dictionary but the terms'. */
export interface KeyIndex {
  /** Ordinals must rise. */
  add(ordinal: number, record: IconRecord): void;
  /** `labelKey`, worked out once per label. */
  keyOf(label: string): string;
  /** The keys of a dictionary sorted by their bytes. */
  entries(name: DictionaryName): RunEntry[];
}

export function createKeyIndex(): KeyIndex {
  // Most keys have one ordinal, which then stands alone instead of in a list.
  const indexes = new Map<DictionaryName, Map<string, number | number[]>>(KEYED.map((name) => [name, new Map()]));
  const labels = new Map<DictionaryName, Map<string, string>>(FACETS.map((facet) => [facet, new Map()]));
  const add = (name: DictionaryName, key: string, ordinal: number): void => {
    if (key === "") return;
    const keys = indexes.get(name)!;
    const known = keys.get(key);
    if (known === undefined) keys.set(key, ordinal);
    else if (typeof known !== "number") {
      if (known.at(-1) !== ordinal) known.push(ordinal);
    } else if (known !== ordinal) keys.set(key, [known, ordinal]);
  };
  const labelKeys = new Map<string, string>();
  const keyOf = (label: string): string => {
    const key = labelKeys.get(label) ?? labelKey(label);
    labelKeys.set(label, key);
    return key;
  };
  return {
    keyOf,
    add(ordinal, record) {
      add("ids", record.id, ordinal);
      add("names", words(record.name).join(" "), ordinal);
      for (const alias of record.aliases ?? []) add("aliases", words(alias).join(" "), ordinal);
      for (const piece of symbolPieces(record.name)) add("symbols", piece, ordinal);
      for (const facet of FACETS) {
        for (const label of labelsOf(record, facet)) {
          add(facet, keyOf(label), ordinal);
          const spelled = labels.get(facet)!;
          if (!spelled.has(keyOf(label))) spelled.set(keyOf(label), label);
        }
      }
    },
    entries(name) {
      const keys = indexes.get(name)!;
      const spelled = labels.get(name);
      return sortByBytes([...keys.keys()]).map((key) => {
        const ordinals = keys.get(key)!;
        const slots = [typeof ordinals === "number" ? [ordinals] : ordinals];
        return { key, slots, ...(spelled === undefined ? {} : { label: spelled.get(key)! }) };
      });
    },
  };
}

/** The labels of a record in a facet. */
export function labelsOf(record: IconRecord, facet: Facet): readonly string[] {
  if (facet === "color") return record.colors ?? [];
  const label = record[facet];
  return label === undefined ? [] : [label];
}
