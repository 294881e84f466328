/** Caches entries by key. Evicts the least recently used ones beyond a number of bytes. */
export interface ByteCache<Entry extends { readonly bytes: Uint8Array }> {
  get(key: string): Entry | undefined;
  set(key: string, entry: Entry): void;
}

/** Approximate memory of an entry in addition to its bytes. */
const ENTRY_BYTES = 300;

/** @param maxBytes total size of all entries; one of more than a quarter of it is not cached */
export function createByteCache<Entry extends { readonly bytes: Uint8Array }>(maxBytes: number): ByteCache<Entry> {
  /** In order of use, the most recently used last. */
  const entries = new Map<string, Entry>();
  let held = 0;
  const sizeOf = (key: string, { bytes }: Entry): number => bytes.length + key.length + ENTRY_BYTES;
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    set(key, entry) {
      const size = sizeOf(key, entry);
      const known = entries.get(key);
      if (known !== undefined) {
        held -= sizeOf(key, known);
        entries.delete(key);
      }
      if (size > maxBytes / 4) return;
      entries.set(key, entry);
      held += size;
      for (const [oldest, old] of entries) {
        if (held <= maxBytes) break;
        entries.delete(oldest);
        held -= sizeOf(oldest, old);
      }
    },
  };
}
