import type { Facet } from "./filter-facets.js";

/**
 * Blobs: items in numbered shards, located by a table. `maxBytes` limits the size of an item. Builds reject larger
 * items, and readers reject them, too, since the memory of a request must not depend on the origin of the artifacts.
 */
export const BLOBS = {
  records: { locator: "records.bin", extension: "msgpack", maxBytes: 5 * 2 ** 18 },
  cards: { locator: "cards.bin", extension: "json", maxBytes: 2 ** 14 },
  images: { locator: "images.bin", extension: "bin", maxBytes: 2 ** 22 },
} as const;

export type Blob = keyof typeof BLOBS;

/** Blobs whose locator is empty if no icon has an item. */
export const OPTIONAL_BLOBS: ReadonlySet<Blob> = new Set(["images"]);

/** Dictionaries other than the facets'. */
export const DICTIONARIES = ["ids", "names", "aliases", "terms", "symbols"] as const;

export type DictionaryName = (typeof DICTIONARIES)[number] | Facet;

export const HASH_FILE = "hashes.bin";

export const PALETTE_FILE = "palettes.bin";

export const FACET_COUNTS_FILE = "facet-counts.bin";

export const TERM_TRIE_FILE = "term-trie.bin";

/**
 * Posting lists per key of `terms.bin`: first words of names, other words of names, words of aliases and developers.
 */
export const TERM_SLOTS = 3;

export function dictionaryFile(name: DictionaryName): string {
  return `${name}.bin`;
}

/** Shard of a dictionary's posting lists, if they are in separate files. */
export function postingsFile(name: DictionaryName, shard: number): string {
  return `${name}-${String(shard).padStart(4, "0")}.bin`;
}

export function shardFile(blob: Blob, shard: number): string {
  return `${blob}-${String(shard).padStart(4, "0")}.${BLOBS[blob].extension}`;
}
