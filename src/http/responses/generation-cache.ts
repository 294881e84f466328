import { type ByteCache, createByteCache } from "../../platform/byte-cache.js";

/** Caches what was made from a generation. */
export interface GenerationCache<Entry extends { readonly bytes: Uint8Array }> {
  /** @param generation the live one; entries of others are not returned */
  get(generation: string, key: string): Entry | undefined;
  set(generation: string, key: string, entry: Entry): void;
}

/** Creates a cache that holds entries of one generation at a time. @param maxBytes see `createByteCache` */
export function createGenerationCache<Entry extends { readonly bytes: Uint8Array }>(
  maxBytes: number,
): GenerationCache<Entry> {
  let entries: ByteCache<Entry> = createByteCache(maxBytes);
  let cached: string | undefined;
  return {
    get: (generation, key) => (generation === cached ? entries.get(key) : undefined),
    set(generation, key, entry) {
      if (generation !== cached) {
        entries = createByteCache(maxBytes);
        cached = generation;
      }
      entries.set(key, entry);
    },
  };
}
