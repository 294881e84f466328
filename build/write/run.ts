import { closeSync, openSync, readSync, writeFileSync } from "node:fs";
import type { DictionaryEntry } from "#src/format/dictionary-encoder.js";

const WINDOW_BYTES = 1 << 16;
/** Lengths of the key and of the label, 0 for none, count from 1 where there is one. */
const FIXED_WORDS = 2;

/** A key of a run with its ordinals, rising, per slot. */
export interface RunEntry {
  readonly key: string;
  readonly slots: readonly ArrayLike<number>[];
  readonly label?: string;
}

/**
 * Writes a run: the entries of one section of a dataset, sorted by key, for a merge. Layout of an entry, in u32: length of the
 * key, length of the label plus 1 or 0, number of ordinals of each slot, then the ordinals, then key and label, padded to 4.
 */
export function writeRun(path: string, entries: readonly RunEntry[]): void {
  const sizes = entries.map(({ key, slots, label = "" }) => {
    const textBytes = Buffer.byteLength(key) + Buffer.byteLength(label);
    return slots.reduce((sum, { length }) => sum + length, FIXED_WORDS + slots.length + Math.ceil(textBytes / 4));
  });
  const words = new Uint32Array(sizes.reduce((sum, size) => sum + size, 0));
  const bytes = Buffer.from(words.buffer);
  let start = 0;
  for (const [index, { key, slots, label }] of entries.entries()) {
    let at = start + FIXED_WORDS;
    for (const { length } of slots) words[at++] = length;
    for (const ordinals of slots) {
      words.set(ordinals, at);
      at += ordinals.length;
    }
    const keyLength = bytes.write(key, at * 4);
    words[start] = keyLength;
    words[start + 1] = label === undefined ? 0 : bytes.write(label, at * 4 + keyLength) + 1;
    start += sizes[index]!;
  }
  writeFileSync(path, bytes);
}

/** A run that is read entry by entry through a small window. */
export interface RunReader {
  /** The entry that is next, undefined at the end. Valid until `advance`. */
  readonly entry: DictionaryEntry | undefined;
  advance(): void;
  close(): void;
}

/** Opens a run at its first entry. @param slots posting lists per key */
export function openRun(path: string, slots: number): RunReader {
  const fd = openSync(path, "r");
  let window = Buffer.alloc(0);
  let at = 0;
  /** Makes `length` bytes from `at` on available. @returns false at the end of the file */
  const ensure = (length: number): boolean => {
    if (at + length <= window.length) return true;
    const rest = window.subarray(at);
    const next = Buffer.alloc(Math.max(WINDOW_BYTES, length));
    next.set(rest);
    let filled = rest.length;
    while (filled < next.length) {
      const read = readSync(fd, next, filled, next.length - filled, null);
      if (read === 0) break;
      filled += read;
    }
    window = next.subarray(0, filled);
    at = 0;
    return length <= filled;
  };
  const readEntry = (): DictionaryEntry | undefined => {
    const headBytes = (FIXED_WORDS + slots) * 4;
    if (!ensure(headBytes)) return undefined;
    let ordinals = 0;
    for (let slot = 0; slot < slots; slot++) ordinals += window.readUInt32LE(at + (FIXED_WORDS + slot) * 4);
    const keyLength = window.readUInt32LE(at);
    const labelled = window.readUInt32LE(at + 4);
    const labelLength = Math.max(0, labelled - 1);
    const size = headBytes + ordinals * 4 + Math.ceil((keyLength + labelLength) / 4) * 4;
    ensure(size);
    let from = at + headBytes;
    const lists: Uint32Array[] = [];
    for (let slot = 0; slot < slots; slot++) {
      const count = window.readUInt32LE(at + (FIXED_WORDS + slot) * 4);
      lists.push(new Uint32Array(window.buffer, window.byteOffset + from, count));
      from += count * 4;
    }
    const key = window.subarray(from, from + keyLength);
    at += size;
    if (labelled === 0) return { key, slots: lists };
    return { key, slots: lists, label: window.toString("utf8", from + keyLength, from + keyLength + labelLength) };
  };

  let entry = readEntry();
  return {
    get entry() {
      return entry;
    },
    advance() {
      entry = readEntry();
    },
    close: () => closeSync(fd),
  };
}
