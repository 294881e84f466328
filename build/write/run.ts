import { closeSync, openSync, readSync, writeFileSync } from "node:fs";
import type { DictionaryEntry } from "#src/format/dictionary-encoder.js";

const WINDOW_BYTES = 1 << 16;
/** Lengths of the key and of the label, 0 for none, count from 1 where there is one. */
const FIXED_WORDS = 2;

/**
 * Writes a run: the entries of one section of a dataset, sorted by key, for a merge. Layout of an entry, in u32: length of the
 * key, length of the label plus 1 or 0, number of ordinals of each slot, then the ordinals, then key and label, padded to 4.
 */
export function writeRun(path: string, entries: readonly DictionaryEntry[]): void {
  const pieces: Uint8Array[] = [];
  for (const { key, slots, label } of entries) {
    const text = label === undefined ? Buffer.alloc(0) : Buffer.from(label);
    const words = slots.reduce((sum, { length }) => sum + length, FIXED_WORDS + slots.length);
    const entry = new Uint32Array(words + Math.ceil((key.length + text.length) / 4));
    entry[0] = key.length;
    entry[1] = label === undefined ? 0 : text.length + 1;
    let at = FIXED_WORDS;
    for (const { length } of slots) entry[at++] = length;
    for (const ordinals of slots) {
      entry.set(ordinals, at);
      at += ordinals.length;
    }
    const bytes = new Uint8Array(entry.buffer);
    bytes.set(key, words * 4);
    bytes.set(text, words * 4 + key.length);
    pieces.push(bytes);
  }
  writeFileSync(path, Buffer.concat(pieces));
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
  const wordsAt = (from: number, length: number): Uint32Array =>
    new Uint32Array(window.buffer, window.byteOffset + from, length);

  const readEntry = (): DictionaryEntry | undefined => {
    const headBytes = (FIXED_WORDS + slots) * 4;
    if (!ensure(headBytes)) return undefined;
    const head = wordsAt(at, FIXED_WORDS + slots).slice();
    const [keyLength, labelled] = head as unknown as [number, number];
    const labelLength = Math.max(0, labelled - 1);
    const counts = head.subarray(FIXED_WORDS);
    const ordinals = counts.reduce((sum, count) => sum + count, 0);
    const size = headBytes + ordinals * 4 + Math.ceil((keyLength + labelLength) / 4) * 4;
    ensure(size);
    let from = at + headBytes;
    const lists = Array.from(counts, (count) => {
      const list = wordsAt(from, count);
      from += count * 4;
      return list;
    });
    const key = window.subarray(from, from + keyLength);
    const label = window.toString("utf8", from + keyLength, from + keyLength + labelLength);
    at += size;
    return { key, slots: lists, ...(labelled === 0 ? {} : { label }) };
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
