import type { Facet } from "./filter-facets.js";

/**
 * Blobs: items in numbered shards, located by a table. `maxBytes` limits the size of an item. Builds reject larger
 * items, and readers reject them, too, since the memory of a request must not depend on the origin of the artifacts.
 */
export const BLOBS = {
  records: { locator: "records.bin", extension: "msgpack", maxBytes: 5 * 2 ** 18 },
  cards: { locator: "cards.bin", extension: "json", maxBytes: 2 ** 14 },
  images: { locator: "images.bin", extension: "bin", maxBytes: 2 ** 22 },
  variants: { locator: "variants.bin", extension: "bin", maxBytes: 2 ** 27 },
  sets: { locator: "sets.bin", extension: "json", maxBytes: 2 ** 24 },
} as const;

export type Blob = keyof typeof BLOBS;

/** Blobs with an item per record. */
export type RecordBlob = Exclude<Blob, "sets">;

/** Blobs without files if no icon has an item. */
export const ABSENT_BLOBS: ReadonlySet<Blob> = new Set(["variants"]);

/** Blobs whose locator is empty if no icon has an item. */
export const OPTIONAL_BLOBS: ReadonlySet<Blob> = new Set(["images"]);

/** Dictionaries other than the facets'. */
export const DICTIONARIES = [
  "ids",
  "former-ids",
  "identities",
  "names",
  "aliases",
  "terms",
  "texts",
  "symbols",
] as const;

export type DictionaryName = (typeof DICTIONARIES)[number] | Facet;

/** A dictionary whose posting lists contain indexes of the keys of `texts.bin` instead of ordinals. */
export const SYNONYMS = "synonyms";

/** A dictionary without posting lists: ids of removed icons. Its labels are their `Removal` as JSON. */
export const REMOVED = "removed";

/** A dictionary that is not merged from the records. */
type OtherDictionary = typeof SYNONYMS | typeof REMOVED;

/** Dictionaries whose posting lists are in separate shards, since they may exceed the size of a file. */
export const SHARDED: ReadonlySet<string> = new Set(["terms", "texts"] satisfies DictionaryName[]);

/** A dictionary of the keys of the blob `sets`, without posting lists. */
export const SET_NAMES_FILE = "set-names.bin";

export const HASH_FILE = "hashes.bin";

export const SHAPE_FILE = "shapes.bin";

export const SHAPE_SUMS_FILE = "shape-sums.bin";

export const SHAPE_INDEX_FILE = "shape-index.bin";

export const SHAPE_CLUSTERS_FILE = "shape-clusters.bin";

export const PALETTE_FILE = "palettes.bin";

export const VECTOR_FILE = "vectors.bin";

export const FACET_COUNTS_FILE = "facet-counts.bin";

export const TERM_TRIE_FILE = "term-trie.bin";

export const TERM_ENDINGS_FILE = "term-endings.bin";

/**
 * Posting lists per key of `terms.bin`: first words of names, other words of names, words of aliases and developers.
 */
export const TERM_SLOTS = 3;

export function dictionaryFile(name: DictionaryName | OtherDictionary): string {
  return `${name}.bin`;
}

/** Shard of a dictionary's posting lists, if they are in separate files. */
export function postingsFile(name: DictionaryName | OtherDictionary, shard: number): string {
  return `${name}-${String(shard).padStart(4, "0")}.bin`;
}

/** Shard of the vectors. */
export function vectorShardFile(shard: number): string {
  return `vectors-${String(shard).padStart(4, "0")}.bin`;
}

export function shardFile(blob: Blob, shard: number): string {
  return `${blob}-${String(shard).padStart(4, "0")}.${BLOBS[blob].extension}`;
}
