import type { Facet } from "./facets.js";

/**
 * Blobs: items in numbered shards with a locator beside them. No build writes a larger item than `maxBytes`, and none is read: what a request
 * holds in memory must not depend on who made the artifacts.
 */
export const BLOBS = {
  records: { locator: "records.bin", extension: "msgpack", maxBytes: 5 * 2 ** 18 },
  cards: { locator: "cards.bin", extension: "json", maxBytes: 2 ** 14 },
  images: { locator: "images.bin", extension: "bin", maxBytes: 2 ** 22 },
} as const;

export type Blob = keyof typeof BLOBS;

/** Blobs whose locator has no items where no icon has one. */
export const OPTIONAL_BLOBS: ReadonlySet<Blob> = new Set(["images"]);

/** Dictionaries other than the facets'. */
export const DICTIONARIES = ["ids", "names", "aliases", "terms", "symbols"] as const;

export type DictionaryName = (typeof DICTIONARIES)[number] | Facet;

export const HASH_FILE = "hashes.bin";

export const PALETTE_FILE = "palettes.bin";

export const FACET_COUNTS_FILE = "facet-counts.bin";

export const TERM_TRIE_FILE = "term-trie.bin";

/** Posting lists per key of `terms.bin`: words that begin the name, other words of the name, words of aliases and the developer. */
export const TERM_SLOTS = 3;

export function dictionaryFile(name: DictionaryName): string {
  return `${name}.bin`;
}

/** Shard of a dictionary's postings, where they are not in its own file. */
export function postingsFile(name: DictionaryName, shard: number): string {
  return `${name}-${String(shard).padStart(4, "0")}.bin`;
}

export function shardFile(blob: Blob, shard: number): string {
  return `${blob}-${String(shard).padStart(4, "0")}.${BLOBS[blob].extension}`;
}
