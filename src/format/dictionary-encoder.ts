import { encodeContainer } from "./container.js";
import { MAX_SHARD_BYTES } from "./locator.js";
import { encodePostings } from "./posting-list.js";

/** The sections of a dictionary, in their order in the file. */
export const SECTIONS = {
  keyEnds: 0,
  keys: 1,
  starts: 2,
  postings: 3,
  labelEnds: 4,
  labels: 5,
  shardStarts: 6,
} as const;

const SECTION_COUNT = Object.keys(SECTIONS).length;
const MAX_SHARD_WORDS = MAX_SHARD_BYTES / 4;
const COLUMN_LENGTH = 1 << 14;

/** One key with its ordinals, a sorted list per slot; a facet's key also has the label that the dataset wrote. */
export interface DictionaryEntry {
  readonly key: Uint8Array;
  readonly slots: readonly Uint32Array[];
  readonly label?: string;
}

/** Where the bytes of the sections go. What is passed on is the receiver's. */
export interface DictionarySink {
  append(section: number, bytes: Uint8Array): void;
  /** Called before a posting list that belongs to another shard, also before the first; undefined: one shard, in the file. */
  nextShard?(): void;
}

/** Encodes entries one by one, in constant memory. */
export interface DictionaryEncoder {
  /** @throws RangeError when the key is not above the one before, or a posting list is not strictly rising or too high */
  add(entry: DictionaryEntry): void;
  finish(): void;
}

/**
 * @param slots posting lists per key
 * @param universe number of ordinals
 */
export function createDictionaryEncoder(slots: number, universe: number, sink: DictionarySink): DictionaryEncoder {
  const keyEnds = createColumn((bytes) => sink.append(SECTIONS.keyEnds, bytes));
  const starts = createColumn((bytes) => sink.append(SECTIONS.starts, bytes));
  const labelEnds = createColumn((bytes) => sink.append(SECTIONS.labelEnds, bytes));
  const shardStarts = createColumn((bytes) => sink.append(SECTIONS.shardStarts, bytes));
  let previous: Uint8Array | undefined;
  let keyEnd = 0;
  let labelEnd = 0;
  let words = 0;
  let shardStart: number | undefined;

  const addPostings = (key: Uint8Array, ordinals: Uint32Array): void => {
    checkRising(key, ordinals, universe);
    const stored = encodePostings(ordinals, universe);
    if (
      sink.nextShard !== undefined &&
      (shardStart === undefined || words + stored.length - shardStart > MAX_SHARD_WORDS)
    ) {
      sink.nextShard();
      shardStarts.push(words);
      shardStart = words;
    }
    starts.push(words);
    words += stored.length;
    sink.append(SECTIONS.postings, new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength));
  };

  return {
    add({ key, slots: lists, label }) {
      if (previous !== undefined && Buffer.compare(previous, key) >= 0)
        throw new RangeError(`keys out of order: ${Buffer.from(key).toString()}`);
      previous = key;
      keyEnd += key.length;
      keyEnds.push(keyEnd);
      sink.append(SECTIONS.keys, key);
      for (let slot = 0; slot < slots; slot++) addPostings(key, lists[slot] ?? NO_ORDINALS);
      if (label === undefined) return;
      const bytes = Buffer.from(label);
      labelEnd += bytes.length;
      labelEnds.push(labelEnd);
      sink.append(SECTIONS.labels, bytes);
    },
    finish() {
      starts.push(words);
      for (const column of [keyEnds, starts, labelEnds, shardStarts]) column.flush();
    },
  };
}

/** Encodes a small dictionary into the bytes of its file. @throws RangeError as `DictionaryEncoder.add` does */
export function encodeDictionary(entries: Iterable<DictionaryEntry>, slots: number, universe: number): Uint8Array {
  const sections: Uint8Array[][] = Array.from({ length: SECTION_COUNT }, () => []);
  const encoder = createDictionaryEncoder(slots, universe, {
    append: (section, bytes) => void sections[section]!.push(bytes),
  });
  for (const entry of entries) encoder.add(entry);
  encoder.finish();
  return encodeContainer(
    "DICT",
    slots,
    sections.map((pieces) => Buffer.concat(pieces)),
  );
}

const NO_ORDINALS = new Uint32Array(0);

function checkRising(key: Uint8Array, ordinals: Uint32Array, universe: number): void {
  for (let at = 0; at < ordinals.length; at++) {
    if ((at > 0 && ordinals[at]! <= ordinals[at - 1]!) || ordinals[at]! >= universe)
      throw new RangeError(`postings out of order: ${Buffer.from(key).toString()}`);
  }
}

/** Numbers that are passed on in pieces. */
function createColumn(append: (bytes: Uint8Array) => void): { push(value: number): void; flush(): void } {
  let column = new Uint32Array(COLUMN_LENGTH);
  let length = 0;
  const flush = (): void => {
    if (length > 0) append(new Uint8Array(column.buffer, 0, length * 4));
    column = new Uint32Array(COLUMN_LENGTH);
    length = 0;
  };
  return {
    push(value) {
      column[length++] = value;
      if (length === COLUMN_LENGTH) flush();
    },
    flush,
  };
}
