import { join } from "node:path";
import { Packr } from "msgpackr";
import { type DictionaryName, TERM_SLOTS } from "#src/format/artifact-files.js";
import { encodeListItem } from "#src/format/list-item.js";
import { packPalette } from "#src/format/pack-palette.js";
import { PALETTE_BYTES } from "#src/format/palette-table.js";
import type { IconRecord } from "#src/format/record.js";
import { toRow } from "#src/format/record-row.js";
import { TEXT_LEVELS } from "#src/format/text-levels.js";
import { SHAPE_BYTES } from "#src/shape/shape-text.js";
import { stemmerOf } from "#src/text/stem.js";
import { type Measurements, unpackMeasured } from "../analysis/analysis.js";
import { labelsByShare } from "../analysis/measure/palette.js";
import { textNumber } from "../dataset/number-list.js";
import { type BuildField, type SourceRecord, withCategory } from "../dataset/source-record.js";
import { readCommonWords } from "../synonyms/common-words.js";
import type { PackedItems } from "./blob-writer.js";
import { createKeyIndex, KEYED } from "./key-index.js";
import { createCombinationCounter } from "./label-counter.js";
import { writeRun } from "./run.js";
import { createTermIndex } from "./term-index.js";
import { createTextIndex } from "./text-index.js";

/** Dictionaries of a generation and their number of posting lists per key. */
export const DICTIONARY_SLOTS: readonly (readonly [DictionaryName, number])[] = [
  ["terms", TERM_SLOTS],
  ["texts", TEXT_LEVELS.length],
  ...KEYED.map((name): [DictionaryName, number] => [name, 1]),
];

/** Consecutive records that are encoded together. */
export interface SectionTask {
  /** Folder for the runs. */
  readonly runs: string;
  /** Number of the section, from 0. */
  readonly section: number;
  /** The ordinal of the first record. */
  readonly first: number;
  /** The dataset's language; undefined: English. */
  readonly language: string | undefined;
  /** The records as JSON, as in the dataset. */
  readonly json: PackedItems;
  /** Per record, the analysis of its image as encoded by `packAnalysis`; empty if there is no image. */
  readonly measured: PackedItems;
}

/** The section's part of the files with one item per record, and its counts. */
export interface EncodedSection {
  /** The number of each id as returned by `textNumber`. */
  readonly ids: Float64Array;
  readonly cards: PackedItems;
  readonly rows: PackedItems;
  readonly hashes: BigUint64Array;
  /** Uncertain bits of each measured hash; 0 for others. */
  readonly uncertain: BigUint64Array;
  /** Per record, 1 if it has a hash. */
  readonly hashed: Uint8Array;
  /** `PALETTE_BYTES` per record; empty if no record has a palette. */
  readonly palettes: Uint8Array;
  /** Per record, `createdAt` in milliseconds since 1970; −Infinity without. */
  readonly created: Float64Array;
  /** The same of `updatedAt`, else of `createdAt`. */
  readonly updated: Float64Array;
  /** `SHAPE_BYTES` per record, zeros if it has no descriptor; empty if no record has one. */
  readonly shapes: Uint8Array;
  /** Number of records that have each field. */
  readonly fields: ReadonlyMap<string, number>;
  /** Number of records with each combination of labels, as returned by `CombinationCounter`. */
  readonly combinations: ReadonlyMap<string, number>;
}

export function runFile(runs: string, name: DictionaryName, section: number): string {
  return join(runs, `${name}-${section}`);
}

/** Encodes the records of a section and writes its runs. */
export function encodeSection(task: SectionTask): EncodedSection {
  const { runs, section, first, language, json, measured } = task;
  const { bytes, ends } = json;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packr = new Packr({ useRecords: false });
  const ids = new Float64Array(ends.length);
  const cards = createPacker(ends.length);
  const rows = createPacker(ends.length);
  const splices = new Uint16Array(ends.length);
  const hashes = new BigUint64Array(ends.length);
  const hashWords = new Uint32Array(hashes.buffer);
  const uncertain = new BigUint64Array(ends.length);
  const uncertainWords = new Uint32Array(uncertain.buffer);
  const hashed = new Uint8Array(ends.length);
  const created = new Float64Array(ends.length);
  const updated = new Float64Array(ends.length);
  let palettes = NO_BYTES;
  let shapes = NO_BYTES;
  const fields = new Map<string, number>();
  const combinations = createCombinationCounter();
  const terms = createTermIndex(first);
  const texts = createTextIndex(stemmerOf(language), readCommonWords(language));
  const keys = createKeyIndex();

  for (let at = 0; at < ends.length; at++) {
    const parsed = withCategory(JSON.parse(text.toString("utf8", startOf(json, at), ends[at])));
    const packed = measured.bytes.subarray(startOf(measured, at), measured.ends[at]);
    const analysis = packed.length === 0 ? undefined : unpackMeasured(packed);
    const record = analysis === undefined ? withoutMeasured(parsed) : withMeasured(parsed, analysis);
    ids[at] = textNumber(record.id);
    const card = encodeListItem(record);
    cards.add(card.bytes);
    splices[at] = card.splice;
    rows.add(packr.pack(toRow(record)));
    if (record.phash !== undefined) {
      setWords(hashWords, at, record.phash);
      // The record's own hash takes precedence and may belong to another image.
      if (record.phash === analysis?.phash) setWords(uncertainWords, at, analysis.uncertain);
      hashed[at] = 1;
    }
    // What is similar depends on what is seen, so the background counts here.
    const seen = parsed.colorPalette ?? analysis?.colorPalette ?? [];
    if (seen.length > 0) {
      if (palettes.length === 0) palettes = new Uint8Array(ends.length * PALETTE_BYTES);
      packPalette(seen, palettes.subarray(at * PALETTE_BYTES, (at + 1) * PALETTE_BYTES));
    }
    created[at] = timeOf(record.createdAt);
    updated[at] = timeOf(record.updatedAt ?? record.createdAt);
    if (analysis?.descriptor !== undefined) {
      if (shapes.length === 0) shapes = new Uint8Array(ends.length * SHAPE_BYTES);
      shapes.set(analysis.descriptor, at * SHAPE_BYTES);
    }
    for (const field of Object.keys(record)) fields.set(field, (fields.get(field) ?? 0) + 1);
    combinations.add(record);
    terms.add(first + at, record);
    texts.add(first + at, record);
    keys.add(first + at, record);
  }
  writeRun(runFile(runs, "terms", section), terms.freeze());
  writeRun(runFile(runs, "texts", section), texts.entries());
  for (const name of KEYED) writeRun(runFile(runs, name, section), keys.entries(name));
  return {
    ids,
    cards: { ...cards.packed(), splices },
    rows: rows.packed(),
    hashes,
    uncertain,
    hashed,
    palettes,
    created,
    updated,
    shapes,
    fields,
    combinations: combinations.counted(),
  };
}

function timeOf(date: string | undefined): number {
  return date === undefined ? Number.NEGATIVE_INFINITY : Date.parse(date);
}

/** @param hex 16 digits */
function setWords(words: Uint32Array, at: number, hex: string): void {
  words[2 * at] = Number.parseInt(hex.slice(8), 16);
  words[2 * at + 1] = Number.parseInt(hex.slice(0, 8), 16);
}

const NO_BYTES = new Uint8Array(0);

function startOf({ ends }: PackedItems, at: number): number {
  return at === 0 ? 0 : ends[at - 1]!;
}

/** Most records without an image have no build-only fields; checking for them costs less than copying. */
function withoutMeasured(source: SourceRecord): IconRecord {
  const { rank, image, background, tint, variants, colors, colorPalette } = source;
  ({ rank, image, background, tint, variants }) satisfies Record<BuildField, unknown>;
  const isStored = (rank ?? image ?? background ?? tint ?? variants) === undefined;
  const isFinished = isStored && (colors !== undefined || colorPalette === undefined);
  return isFinished ? source : withMeasured(source, {});
}

/** Concatenates items in a growing buffer. */
function createPacker(items: number): { add(item: Uint8Array): void; packed(): PackedItems } {
  const ends = new Uint32Array(items);
  let bytes = new Uint8Array(1 << 16);
  let count = 0;
  let size = 0;
  return {
    add(item) {
      if (size + item.length > bytes.length) {
        const larger = new Uint8Array(Math.max(bytes.length * 2, size + item.length));
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(item, size);
      size += item.length;
      ends[count++] = size;
    },
    // Copied, since transferring a part of a buffer to another thread transfers all of it.
    packed: () => ({ bytes: bytes.slice(0, size), ends }),
  };
}

/**
 * A record with the measured values of its image, if it has one; colors are those of the drawing without its background.
 * The record's own values take precedence.
 */
function withMeasured(source: SourceRecord, measured: Partial<Measurements>): IconRecord {
  const { rank: _rank, image: _image, background: _background, tint: _tint, variants: _variants, ...record } = source;
  // Does not compile if a build-only field is left in the record.
  record satisfies { readonly id: string } & { readonly [Name in BuildField]?: never };
  const drawn = measured.bare ?? measured;
  const colors = record.colors ?? (record.colorPalette && labelsByShare(record.colorPalette)) ?? drawn.colors;
  const phash = record.phash ?? measured.phash;
  const colorPalette = record.colorPalette ?? drawn.colorPalette;
  const style = record.style ?? measured.style;
  return {
    ...record,
    ...(phash === undefined ? {} : { phash }),
    ...(colors === undefined ? {} : { colors }),
    ...(colorPalette === undefined ? {} : { colorPalette }),
    ...(style === undefined ? {} : { style }),
  };
}
