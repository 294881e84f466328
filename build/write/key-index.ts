import { DICTIONARIES } from "#src/format/artifact-files.js";
import { FACETS, labelKey, labelsOf, mapFacets } from "#src/format/filter-facets.js";
import type { IconRecord } from "#src/format/record.js";
import { words } from "#src/text/fold.js";
import { symbolPieces } from "#src/text/symbols.js";
import { identityKeys } from "./identity-keys.js";
import { type RunEntry, sortByBytes } from "./run.js";

/** Dictionaries whose keys are taken directly from the record. */
export const KEYED = [...DICTIONARIES.filter((name) => name !== "terms" && name !== "texts"), ...FACETS] as const;

/** Collects the keys of records for every dictionary except terms and texts. */
export interface KeyIndex {
  /** Ordinals must be ascending. */
  add(ordinal: number, record: IconRecord): void;
  /** The keys of a dictionary, sorted by bytes. */
  entries(name: (typeof KEYED)[number]): RunEntry[];
}

export function createKeyIndex(): KeyIndex {
  const keys = {
    ids: createKeys(),
    "former-ids": createKeys(),
    identities: createKeys(),
    names: createKeys(),
    aliases: createKeys(),
    symbols: createKeys(),
  };
  const labels = mapFacets(createLabels);
  const indexes = { ...keys, ...labels };
  return {
    add(ordinal, record) {
      const { id, formerIds = [], name, aliases = [] } = record;
      keys.ids.add(id, ordinal);
      for (const former of formerIds) keys["former-ids"].add(former, ordinal);
      for (const key of identityKeys(record)) keys.identities.add(key, ordinal);
      keys.names.add(words(name).join(" "), ordinal);
      for (const alias of aliases) keys.aliases.add(words(alias).join(" "), ordinal);
      for (const piece of symbolPieces(name)) keys.symbols.add(piece, ordinal);
      for (const facet of FACETS) for (const label of labelsOf(record, facet)) labels[facet].add(label, ordinal);
    },
    entries: (name) => indexes[name].entries(),
  };
}

/** The collected keys of one dictionary. */
interface Collected {
  add(key: string, ordinal: number): void;
  entries(): RunEntry[];
}

function createKeys(): Collected {
  // Most keys have one ordinal, which is stored without a list.
  const ordinalsOfKey = new Map<string, number | number[]>();
  return {
    add(key, ordinal) {
      if (key === "") return;
      const known = ordinalsOfKey.get(key);
      if (known === undefined) ordinalsOfKey.set(key, ordinal);
      else if (typeof known !== "number") append(known, ordinal);
      else if (known !== ordinal) ordinalsOfKey.set(key, [known, ordinal]);
    },
    entries: () =>
      sortByBytes([...ordinalsOfKey.keys()]).map((key) => {
        const ordinals = ordinalsOfKey.get(key)!;
        return { key, slots: [typeof ordinals === "number" ? [ordinals] : ordinals] };
      }),
  };
}

function createLabels(): Collected {
  // Labels are few and recur, so each is converted to its key only once.
  const ordinalsOfLabel = new Map<string, number[]>();
  const known = new Map<string, { label: string; ordinals: number[] }>();
  const ordinalsOf = (label: string): number[] => {
    const key = labelKey(label);
    const { ordinals } = known.get(key) ?? { ordinals: [] };
    if (ordinals.length === 0) known.set(key, { label, ordinals });
    ordinalsOfLabel.set(label, ordinals);
    return ordinals;
  };
  return {
    add: (label, ordinal) => append(ordinalsOfLabel.get(label) ?? ordinalsOf(label), ordinal),
    entries: () =>
      sortByBytes([...known.keys()]).map((key) => {
        const { label, ordinals } = known.get(key)!;
        return { key, slots: [ordinals], label };
      }),
  };
}

function append(ordinals: number[], ordinal: number): void {
  if (ordinals.at(-1) !== ordinal) ordinals.push(ordinal);
}
