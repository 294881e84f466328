import { compareBytes } from "./key-bytes.js";
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
  /** The `KeySlots` of dictionaries that are asked for single keys all the time; else empty. */
  keySlots: 7,
} as const;

const MAX_SHARD_WORDS = MAX_SHARD_BYTES / 4;
const COLUMN_LENGTH = 1 << 14;
/** Up to this length, a loop is faster than a native copy. */
const FEW = 32;

/** One key with its ordinals, a sorted list per slot. Keys of facets also have the label as written in the dataset. */
export interface DictionaryEntry {
  readonly key: Uint8Array;
  readonly slots: readonly Uint32Array[];
  readonly label?: string;
}

/** Receives the bytes of the sections and takes ownership of them. */
export interface DictionarySink {
  append(section: number, bytes: Uint8Array): void;
  /**
   * Called before the first posting list of each shard; undefined: the postings are a single shard in the file itself.
   */
  nextShard?(): void;
}

/** Encodes entries one by one, in constant memory. */
export interface DictionaryEncoder {
  /**
   * @throws RangeError if the key is not greater than the previous one, or a posting list is not strictly ascending or
   * exceeds the universe
   */
  add(entry: DictionaryEntry): void;
  finish(): void;
}

/**
 * @param slots posting lists per key
 * @param universe number of ordinals
 */
export function createDictionaryEncoder(slots: number, universe: number, sink: DictionarySink): DictionaryEncoder {
  const column = <T extends Column>(make: (length: number) => T, section: number) =>
    createColumn(make, (piece) => sink.append(section, piece));
  const keyEnds = column(words, SECTIONS.keyEnds);
  const keys = column(bytes, SECTIONS.keys);
  const starts = column(words, SECTIONS.starts);
  const postings = column(words, SECTIONS.postings);
  const labelEnds = column(words, SECTIONS.labelEnds);
  const shardStarts = column(words, SECTIONS.shardStarts);
  let previous: Uint8Array | undefined;
  let keyEnd = 0;
  let labelEnd = 0;
  let position = 0;
  let shardStart: number | undefined;

  const addPostings = (key: Uint8Array, ordinals: Uint32Array): void => {
    checkRising(key, ordinals, universe);
    const stored = encodePostings(ordinals, universe);
    if (
      sink.nextShard !== undefined &&
      (shardStart === undefined || position + stored.length - shardStart > MAX_SHARD_WORDS)
    ) {
      postings.flush();
      sink.nextShard();
      shardStarts.push(position);
      shardStart = position;
    }
    starts.push(position);
    position += stored.length;
    postings.pushAll(stored);
  };

  return {
    add({ key, slots: lists, label }) {
      if (previous !== undefined && compareBytes(previous, key) >= 0)
        throw new RangeError(`keys out of order: ${Buffer.from(key).toString()}`);
      previous = key;
      keyEnd += key.length;
      keyEnds.push(keyEnd);
      keys.pushAll(key);
      for (let slot = 0; slot < slots; slot++) addPostings(key, lists[slot] ?? NO_ORDINALS);
      if (label === undefined) return;
      const spelled = Buffer.from(label);
      labelEnd += spelled.length;
      labelEnds.push(labelEnd);
      sink.append(SECTIONS.labels, spelled);
    },
    finish() {
      starts.push(position);
      for (const { flush } of [keyEnds, keys, starts, postings, labelEnds, shardStarts]) flush();
    },
  };
}

const NO_ORDINALS = new Uint32Array(0);

function checkRising(key: Uint8Array, ordinals: Uint32Array, universe: number): void {
  for (let at = 0; at < ordinals.length; at++) {
    if ((at > 0 && ordinals[at]! <= ordinals[at - 1]!) || ordinals[at]! >= universe)
      throw new RangeError(`postings out of order: ${Buffer.from(key).toString()}`);
  }
}

type Column = Uint8Array | Uint32Array;

const bytes = (length: number): Uint8Array => new Uint8Array(length);
const words = (length: number): Uint32Array => new Uint32Array(length);

/** Buffers numbers, so that a key or a short posting list needs no call of its own. */
function createColumn<T extends Column>(
  make: (length: number) => T,
  append: (bytes: Uint8Array) => void,
): { push(value: number): void; pushAll(values: T): void; flush(): void } {
  /** Made on demand: most columns of a small dictionary stay empty. */
  let column: T | undefined;
  let length = 0;
  const pass = (values: Column): void => append(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  const flush = (): void => {
    if (column === undefined) return;
    pass(column.subarray(0, length) as T);
    column = undefined;
    length = 0;
  };
  return {
    push(value) {
      if (length === COLUMN_LENGTH) flush();
      column ??= make(COLUMN_LENGTH);
      column[length++] = value;
    },
    pushAll(values) {
      if (length + values.length > COLUMN_LENGTH) flush();
      if (values.length > COLUMN_LENGTH) pass(values);
      else if (values.length > 0) {
        column ??= make(COLUMN_LENGTH);
        if (values.length > FEW) column.set(values, length);
        else for (let at = 0; at < values.length; at++) column[length + at] = values[at]!;
        length += values.length;
      }
    },
    flush,
  };
}
