import { DICTIONARIES, type DictionaryName, FACETS, type Facet, labelKey } from "#src/format/artifact-files.js";
import type { DictionaryEntry } from "#src/format/dictionary-encoder.js";
import type { IconRecord } from "#src/format/record.js";
import { words } from "#src/text/fold.js";
import { symbolPieces } from "#src/text/symbols.js";

/** Dictionaries whose keys are read off a record as they stand. */
export const KEYED = [...DICTIONARIES.filter((name) => name !== "terms"), ...FACETS] as const;

/** Collects the keys of records for every dictionary but the terms'. */
export interface KeyIndex {
  /** Ordinals must rise. */
  add(ordinal: number, record: IconRecord): void;
  /** `labelKey`, worked out once per label. */
  keyOf(label: string): string;
  /** The keys of a dictionary sorted by their bytes. */
  entries(name: DictionaryName): DictionaryEntry[];
}

export function createKeyIndex(): KeyIndex {
  const indexes = new Map<DictionaryName, Map<string, { ordinals: number[]; label: string | undefined }>>(
    KEYED.map((name) => [name, new Map()]),
  );
  const add = (name: DictionaryName, key: string, ordinal: number, label?: string): void => {
    if (key === "") return;
    const keys = indexes.get(name)!;
    const known = keys.get(key);
    if (known === undefined) keys.set(key, { ordinals: [ordinal], label });
    else if (known.ordinals.at(-1) !== ordinal) known.ordinals.push(ordinal);
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
      for (const facet of FACETS) for (const label of labelsOf(record, facet)) add(facet, keyOf(label), ordinal, label);
    },
    entries: (name) =>
      [...indexes.get(name)!]
        .map(([key, { ordinals, label }]) => ({
          key: Buffer.from(key),
          slots: [Uint32Array.from(ordinals)],
          ...(label === undefined ? {} : { label }),
        }))
        .sort((a, b) => a.key.compare(b.key)),
  };
}

/** The labels of a record in a facet. */
export function labelsOf(record: IconRecord, facet: Facet): readonly string[] {
  if (facet === "color") return record.colors ?? [];
  const label = record[facet];
  return label === undefined ? [] : [label];
}
