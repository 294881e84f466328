import { encodeDictionary } from "#src/format/dictionary.js";

/** Collects ordinals under keys, in rising order of ordinals, and sorts the keys at the end. */
export interface DictionaryBuilder {
  /** @param label what the dataset wrote, for facets */
  add(key: string, ordinal: number, label?: string): void;
  encode(): Uint8Array;
}

export function createDictionaryBuilder(): DictionaryBuilder {
  const entries = new Map<string, { ordinals: number[]; label: string | undefined }>();
  return {
    add(key, ordinal, label) {
      const entry = entries.get(key);
      if (entry === undefined) entries.set(key, { ordinals: [ordinal], label });
      else if (entry.ordinals.at(-1) !== ordinal) entry.ordinals.push(ordinal);
    },
    encode() {
      const sorted = [...entries]
        .map(([key, { ordinals, label }]) => ({
          key: Buffer.from(key),
          slots: [ordinals],
          ...(label === undefined ? {} : { label }),
        }))
        .sort((a, b) => a.key.compare(b.key));
      return encodeDictionary(sorted);
    },
  };
}
