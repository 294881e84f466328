import { FREE_FACETS, type FreeFacet, labelsOf } from "#src/format/filter-facets.js";
import { textNumber } from "../dataset/number-list.js";
import { parseRecord } from "../dataset/parse-record.js";
import { imagesOf, REMOTE } from "../dataset/source-record.js";
import { type CheckOptions, createRecordCheck, type RecordCheck } from "./record-check.js";

/** Consecutive records of one file. */
export interface Block {
  /** The concatenated records. */
  readonly bytes: Uint8Array;
  /** End offset of each record in `bytes`. */
  readonly ends: Uint32Array;
}

/** The data of a block's records that the dataset scan needs. */
export interface BlockScan {
  /** Whether each record is valid by itself. */
  readonly clean: boolean;
  /**
   * A number for each id: equal ids have equal numbers; different ids collide with a probability of 1 in 2^53 per pair.
   */
  readonly ids: Float64Array;
  /** The numbers of the records' former ids. */
  readonly formerIds: Float64Array;
  /** Infinity if a record has none. */
  readonly ranks: Float64Array;
  /** 1 if a record has an image or variants. */
  readonly images: Uint8Array;
  /** URLs of remote images. */
  readonly remote: readonly string[];
  /** The distinct labels of the records: facet and label. */
  readonly labels: readonly (readonly [FreeFacet, string])[];
}

/** Approximate memory of a scan in bytes. */
export function scanBytes({ ids, formerIds, ranks, images, remote, labels }: BlockScan): number {
  const texts = remote.reduce((sum, { length }) => sum + length, 0) + labels.length * 64;
  return ids.byteLength + formerIds.byteLength + ranks.byteLength + images.byteLength + texts;
}

/** Returns a function that scans blocks; the check is compiled once. */
export function createBlockScanner(options: CheckOptions): (block: Block) => BlockScan {
  const check = createRecordCheck(options);
  return (block) => scanBlock(block, check);
}

function scanBlock({ bytes, ends }: Block, check: RecordCheck): BlockScan {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ids = new Float64Array(ends.length);
  const ranks = new Float64Array(ends.length).fill(Number.POSITIVE_INFINITY);
  const images = new Uint8Array(ends.length);
  const formerIds: number[] = [];
  const remote: string[] = [];
  const labels = new Map(FREE_FACETS.map((facet) => [facet, new Set<string>()]));
  let clean = true;
  for (let at = 0; at < ends.length && clean; at++) {
    const parsed = parseRecord(text.subarray(at === 0 ? 0 : ends[at - 1], ends[at]));
    if ("explain" in parsed || check(parsed.record, parsed.text).length > 0) {
      clean = false;
      break;
    }
    const { record } = parsed;
    ids[at] = textNumber(record.id);
    for (const id of record.formerIds ?? []) formerIds.push(textNumber(id));
    if (record.rank !== undefined) ranks[at] = record.rank;
    const shown = imagesOf(record);
    if (shown.length > 0) images[at] = 1;
    for (const { image } of shown) if (image.startsWith(REMOTE)) remote.push(image);
    for (const facet of FREE_FACETS) for (const label of labelsOf(record, facet)) labels.get(facet)!.add(label);
  }
  return {
    clean,
    ids,
    formerIds: Float64Array.from(formerIds),
    ranks,
    images,
    remote,
    labels: [...labels].flatMap(([facet, set]) => [...set].map((label) => [facet, label] as const)),
  };
}
