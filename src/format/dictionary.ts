import { byteSection, decodeContainer, encodeContainer, u32Section } from "./container.js";
import { FormatError } from "./errors.js";

/** One key with its ordinals, a sorted list per slot; a facet's key also has the label that the dataset wrote. */
export interface DictionaryEntry {
  readonly key: Uint8Array;
  readonly slots: readonly Iterable<number>[];
  readonly label?: string;
}

/** A sorted table of keys, each with posting lists: sorted ordinals in place, no copy. */
export interface Dictionary {
  /** Number of keys. */
  readonly size: number;
  /** Number of posting lists per key. */
  readonly slots: number;
  /** Index of the key that equals `key`, or -1. O(log size). */
  find(key: Uint8Array): number;
  /** Indexes `[from, to)` of the keys that begin with `prefix`. O(log size). */
  prefixRange(prefix: Uint8Array): readonly [number, number];
  /** Postings of key `index` in `slot`: a view that must not be sent or kept beyond the request. */
  postings(index: number, slot?: number): Uint32Array;
  /** All slots of keys `from` to `to` (exclusive) as one view: sorted only within each slot. */
  postingsOfRange(from: number, to: number): Uint32Array;
  /** Key `index` as text. */
  key(index: number): string;
  /** The label of key `index` as the dataset wrote it. @throws FormatError when this dictionary has no labels */
  label(index: number): string;
}

/**
 * Encodes entries that are already sorted by the bytes of their keys.
 *
 * @throws RangeError when keys are out of order or doubled, or a posting list is not strictly rising
 */
export function encodeDictionary(entries: Iterable<DictionaryEntry>, slots = 1): Uint8Array {
  const keys: Uint8Array[] = [];
  const labels: Uint8Array[] = [];
  const postingEnds: number[] = [];
  const chunks: Uint32Array[] = [];
  let total = 0;
  for (const entry of entries) {
    const previous = keys.at(-1);
    if (previous && Buffer.compare(previous, entry.key) >= 0) {
      throw new RangeError(`keys out of order: ${Buffer.from(entry.key).toString()}`);
    }
    keys.push(entry.key);
    if (entry.label !== undefined) labels.push(Buffer.from(entry.label));
    for (let slot = 0; slot < slots; slot++) {
      const chunk = Uint32Array.from(entry.slots[slot] ?? []);
      if (chunk.some((ordinal, at) => at > 0 && ordinal <= (chunk[at - 1] as number))) {
        throw new RangeError(`postings out of order: ${Buffer.from(entry.key).toString()}`);
      }
      chunks.push(chunk);
      total += chunk.length;
      postingEnds.push(total);
    }
  }
  const postings = new Uint32Array(total);
  let at = 0;
  for (const chunk of chunks) {
    postings.set(chunk, at);
    at += chunk.length;
  }
  return encodeContainer("DICT", slots, [
    endsOf(keys),
    Buffer.concat(keys),
    Uint32Array.from(postingEnds),
    postings,
    ...(labels.length > 0 ? [endsOf(labels), Buffer.concat(labels)] : []),
  ]);
}

/** Opens a dictionary in place. @throws FormatError when the table is damaged */
export function decodeDictionary(bytes: Uint8Array, file: string): Dictionary {
  const container = decodeContainer(bytes, "DICT", file);
  const slots = container.parameter;
  const keyEnds = u32Section(container, 0);
  const keyBytes = asBuffer(byteSection(container, 1));
  const postingEnds = u32Section(container, 2);
  const postings = u32Section(container, 3);
  const size = keyEnds.length;
  if (slots < 1 || postingEnds.length !== size * slots) throw new FormatError(file, "keys and slots do not add up");

  const slice = (ends: Uint32Array, index: number, length: number): readonly [number, number] => {
    const start = index === 0 ? 0 : ends[index - 1];
    const end = ends[index];
    if (start === undefined || end === undefined || start > end || end > length) {
      throw new FormatError(file, `entry ${index} lies outside the table`);
    }
    return [start, end];
  };
  const compare = (index: number, key: Uint8Array): number => {
    const [start, end] = slice(keyEnds, index, keyBytes.length);
    return keyBytes.compare(key, 0, key.length, start, end);
  };
  /** First index in [0, size] whose key is not below, by a comparison that is negative for keys below. */
  const lowerBound = (below: (index: number) => boolean): number => {
    let low = 0;
    for (let high = size; low < high; ) {
      const middle = (low + high) >>> 1;
      if (below(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    size,
    slots,
    find(key) {
      const index = lowerBound((middle) => compare(middle, key) < 0);
      return index < size && compare(index, key) === 0 ? index : -1;
    },
    prefixRange(prefix) {
      const from = lowerBound((middle) => compare(middle, prefix) < 0);
      const to = lowerBound((middle) => {
        const [start, end] = slice(keyEnds, middle, keyBytes.length);
        return keyBytes.compare(prefix, 0, prefix.length, start, Math.min(end, start + prefix.length)) <= 0;
      });
      return [from, to];
    },
    postings(index, slot = 0) {
      const [start, end] = slice(postingEnds, index * slots + slot, postings.length);
      return postings.subarray(start, end);
    },
    postingsOfRange(from, to) {
      if (from >= to) return postings.subarray(0, 0);
      const [start] = slice(postingEnds, from * slots, postings.length);
      const [, end] = slice(postingEnds, to * slots - 1, postings.length);
      return postings.subarray(start, Math.max(start, end));
    },
    key(index) {
      const [start, end] = slice(keyEnds, index, keyBytes.length);
      return keyBytes.toString("utf8", start, end);
    },
    label(index) {
      const labelBytes = asBuffer(byteSection(container, 5));
      const [start, end] = slice(u32Section(container, 4), index, labelBytes.length);
      return labelBytes.toString("utf8", start, end);
    },
  };
}

function endsOf(items: readonly Uint8Array[]): Uint32Array {
  const ends = new Uint32Array(items.length);
  let end = 0;
  for (const [index, item] of items.entries()) {
    end += item.length;
    ends[index] = end;
  }
  return ends;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
