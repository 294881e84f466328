import { closeSync, openSync, readSync, writeFileSync } from "node:fs";
import type { DictionaryEntry } from "#src/format/dictionary-encoder.js";
import { atFile } from "#src/platform/storage-error.js";

const WINDOW_WORDS = 1 << 14;
/** Lengths of the key and of the label; the latter is plus 1, or 0 without a label. */
const FIXED_WORDS = 2;

/** Matches surrogates and the UTF-16 units above them. */
const BEYOND_SURROGATES = /[\ud800-\uffff]/;

/** A key of a run with its ascending ordinals per slot. */
export interface RunEntry {
  readonly key: string;
  readonly slots: readonly ArrayLike<number>[];
  readonly label?: string;
}

/**
 * Writes a run: the entries of one section of a dataset, sorted by key, for a merge. Layout of an entry, in u32: length
 * of the key, length of the label plus 1 or 0, number of ordinals of each slot, then the ordinals, then key and label,
 * padded to 4.
 */
export function writeRun(path: string, entries: readonly RunEntry[]): void {
  const words = new Uint32Array(entries.reduce((sum, entry) => sum + mostWords(entry), 0));
  const bytes = Buffer.from(words.buffer);
  let start = 0;
  for (const { key, slots, label } of entries) {
    let at = start + FIXED_WORDS;
    for (const { length } of slots) words[at++] = length;
    for (const ordinals of slots) for (let next = 0; next < ordinals.length; next++) words[at++] = ordinals[next]!;
    const keyLength = writeText(bytes, key, at * 4);
    words[start] = keyLength;
    const labelLength = label === undefined ? 0 : writeText(bytes, label, at * 4 + keyLength);
    words[start + 1] = label === undefined ? 0 : labelLength + 1;
    start = at + Math.ceil((keyLength + labelLength) / 4);
  }
  atFile(path, () => writeFileSync(path, bytes.subarray(0, start * 4)));
}

/** Upper bound of an entry's size in words: a UTF-16 unit becomes up to three bytes. */
function mostWords({ key, slots, label = "" }: RunEntry): number {
  let words = FIXED_WORDS + slots.length + Math.ceil(((key.length + label.length) * 3) / 4);
  for (const { length } of slots) words += length;
  return words;
}

/** Writes text as UTF-8. @returns its length in bytes */
function writeText(bytes: Buffer, text: string, start: number): number {
  // Keys are short and mostly ASCII: a loop takes a fraction of the time of a native call.
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return bytes.write(text, start);
    bytes[start + at] = unit;
  }
  return text.length;
}

/** A run, read entry by entry through a small window. */
export interface RunReader {
  /** The next entry, undefined at the end. It may be kept: windows are not reused. */
  readonly entry: DictionaryEntry | undefined;
  advance(): void;
  close(): void;
}

/** Opens a run at its first entry. @param slots posting lists per key */
export function openRun(path: string, slots: number): RunReader {
  const fd = openSync(path, "r");
  const headWords = FIXED_WORDS + slots;
  let words = new Uint32Array(0);
  let at = 0;
  /** Makes `length` words from `at` on available. @returns false at the end of the file */
  const ensure = (length: number): boolean => {
    if (at + length <= words.length) return true;
    const rest = words.subarray(at);
    const next = new Uint32Array(Math.max(WINDOW_WORDS, length));
    next.set(rest);
    const bytes = new Uint8Array(next.buffer);
    let filled = rest.byteLength;
    while (filled < bytes.length) {
      const read = readSync(fd, bytes, filled, bytes.length - filled, null);
      if (read === 0) break;
      filled += read;
    }
    words = next.subarray(0, filled / 4);
    at = 0;
    return length <= words.length;
  };
  const readEntry = (): DictionaryEntry | undefined => {
    if (!ensure(headWords)) return undefined;
    let ordinals = 0;
    for (let slot = 0; slot < slots; slot++) ordinals += words[at + FIXED_WORDS + slot]!;
    const keyLength = words[at]!;
    const labelled = words[at + 1]!;
    const labelLength = Math.max(0, labelled - 1);
    const size = headWords + ordinals + Math.ceil((keyLength + labelLength) / 4);
    ensure(size);
    let from = at + headWords;
    const lists: Uint32Array[] = [];
    for (let slot = 0; slot < slots; slot++) {
      const count = words[at + FIXED_WORDS + slot]!;
      lists.push(count === 0 ? NO_ORDINALS : words.subarray(from, from + count));
      from += count;
    }
    const key = new Uint8Array(words.buffer, from * 4, keyLength);
    at += size;
    if (labelled === 0) return { key, slots: lists };
    return { key, slots: lists, label: Buffer.from(words.buffer, from * 4 + keyLength, labelLength).toString() };
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

const NO_ORDINALS = new Uint32Array(0);

/**
 * Sorts texts by their UTF-8 bytes. This equals the order of UTF-16 units, except for surrogate pairs relative to
 * U+E000 to U+FFFF.
 */
export function sortByBytes(texts: readonly string[]): string[] {
  if (!texts.some((text) => BEYOND_SURROGATES.test(text))) return [...texts].sort();
  return texts
    .map((text) => Buffer.from(text))
    .sort(Buffer.compare)
    .map((bytes) => bytes.toString());
}
