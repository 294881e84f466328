import type { PackedItems } from "./blob-writer.js";
import type { SectionTask } from "./section.js";

/** Larger sections would not be faster but need more memory. */
export const SECTION_RECORDS = 1 << 15;
/** Limits the size, since records may be long and images large. */
const SECTION_BYTES = 1 << 24;

/** A record to be written. */
export interface WritableRecord {
  /** The record as JSON, as in the dataset. */
  readonly json: Uint8Array;
  /** The analysis of its image as encoded by `packAnalysis`; empty if there is no image. */
  readonly measured: Uint8Array;
  /** The stored form of its image; empty if there is none. */
  readonly image: Uint8Array;
  /** The stored form of its variants; empty if there are none. */
  readonly variants: Uint8Array;
}

/** Collects records into sections. */
export interface SectionCollector {
  add(record: WritableRecord): void;
  isEmpty(): boolean;
  isFull(): boolean;
  /** Ends the section; the next record starts a new one. */
  end(): { readonly task: SectionTask; readonly images: PackedItems; readonly variants: PackedItems };
  /** Number of finished sections. */
  sections(): number;
  /** Number of records in finished sections. */
  records(): number;
}

/** @param runs folder for the runs of the sections @param language of the dataset */
export function createSectionCollector(runs: string, language: string | undefined): SectionCollector {
  let records: WritableRecord[] = [];
  let bytes = 0;
  let sections = 0;
  let first = 0;
  return {
    add(record) {
      records.push(record);
      bytes += record.json.length + record.measured.length + record.image.length + record.variants.length;
    },
    isEmpty: () => records.length === 0,
    isFull: () => records.length >= SECTION_RECORDS || bytes >= SECTION_BYTES,
    end() {
      const json = layOut(records.map((record) => record.json));
      const images = layOut(records.map(({ image }) => image));
      const variants = layOut(records.map((record) => record.variants));
      const measured = layOut(records.map((record) => record.measured));
      const task = { runs, section: sections++, first, language, json, measured };
      first += records.length;
      records = [];
      bytes = 0;
      return { task, images, variants };
    },
    sections: () => sections,
    records: () => first,
  };
}

function layOut(items: readonly Uint8Array[]): PackedItems {
  const ends = new Uint32Array(items.length);
  let size = 0;
  for (const [at, item] of items.entries()) {
    size += item.length;
    ends[at] = size;
  }
  const bytes = new Uint8Array(size);
  for (const [at, item] of items.entries()) bytes.set(item, at === 0 ? 0 : ends[at - 1]);
  return { bytes, ends };
}
