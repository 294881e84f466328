import { createHash } from "node:crypto";
import { labelKey } from "#src/format/filter-facets.js";
import { concatInto, sortedIndexOf } from "../dataset/number-list.js";
import { createThreadPool, type ThreadPool } from "../dataset/thread-pool.js";
import { type Dataset, elementsOf } from "../read/dataset.js";
import { type Element, StructureError } from "../read/elements.js";
import { createPlaceList, type Places } from "../read/places.js";
import { stampOf } from "../read/read-records.js";
import { type Block, type BlockScan, createBlockScanner } from "./block-scan.js";
import type { CheckOptions } from "./record-check.js";

/** Size of a block; larger ones would take longer to return than to pass to a thread. */
const BLOCK_BYTES = 1 << 20;
/** Blocks that are scanned in this thread before starting others is worthwhile. */
const OWN_BLOCKS = 4;

/** Result of scanning a dataset. */
export interface DatasetScan {
  /** Whether there are no problems; if there are, `explainProblems` finds them. */
  readonly clean: boolean;
  /** Locations of the records in display order: by rank if present (lower first), else in the order of the files. */
  readonly places: Places;
  /** State of each file of the dataset when it was read, see `readRecords`. */
  readonly stamps: readonly string[];
  /** URLs of remote images. */
  readonly remote: ReadonlySet<string>;
  /** The numbers of the ids as returned by `textNumber`, ascending. */
  readonly ids: Float64Array;
  /** The numbers of the former ids, ascending. */
  readonly formerIds: Float64Array;
}

export interface ScanOptions {
  /** Called with the number of records read so far, for progress. */
  readonly onRecords?: (read: number) => void;
  /** Previous scans. */
  readonly memory?: ScanMemory<BlockScan> | undefined;
}

/** Reads and checks every record once, using several threads for many records. Memory: about 30 bytes per record. */
export async function scanDataset(
  dataset: Dataset,
  threads: number,
  { onRecords, memory }: ScanOptions = {},
): Promise<DatasetScan> {
  const places = createPlaceList();
  const remote = new Set<string>();
  const ids: Float64Array[] = [];
  const formerIds: Float64Array[] = [];
  const stamps: string[] = [];
  const spellings = new Map<string, string>();
  // No other options are passed, so that scans stay valid as long as these do.
  const { labels } = dataset.options;
  const options: CheckOptions = labels === undefined ? {} : { labels };
  const scanner = createScanner(options, threads);
  const scan = memory === undefined ? scanner.scan : remembering(memory, options, scanner.scan);
  let clean = true;
  let read = 0;
  const take = ({ scan, block }: { scan: BlockScan; block: PlacedBlock }): void => {
    clean &&= scan.clean;
    ids.push(scan.ids);
    formerIds.push(scan.formerIds);
    for (const address of scan.remote) remote.add(address);
    places.add(block.file, block.offsets, block.lengths, scan.images, scan.ranks);
    for (const [facet, label] of scan.labels) {
      const key = `${facet} ${labelKey(label)}`;
      clean &&= (spellings.get(key) ?? label) === label;
      spellings.set(key, label);
    }
    read += scan.ids.length;
    onRecords?.(read);
  };

  const scanning: Promise<{ scan: BlockScan; block: PlacedBlock }>[] = [];
  try {
    for await (const block of blocksOf(dataset, stamps)) {
      const work = scan(block).then((scan) => ({ scan, block }));
      work.catch(() => undefined);
      scanning.push(work);
      if (scanning.length > threads + 1) take(await scanning.shift()!);
      if (!clean) break;
    }
    for (const work of scanning) take(await work);
  } catch (error) {
    if (!(error instanceof StructureError)) throw error;
    clean = false;
  } finally {
    await scanner.close();
  }
  const sorted = concatInto(ids, new Float64Array(read)).sort();
  const former = concatInto(formerIds, new Float64Array(formerIds.reduce((sum, { length }) => sum + length, 0))).sort();
  clean &&= areDistinct(sorted) && areDistinct(former);
  clean &&= former.every((number) => sortedIndexOf(sorted, number) < 0);
  return { clean, places: places.inOrder(), stamps, remote, ids: sorted, formerIds: former };
}

interface PlacedBlock extends Block {
  /** Index in `Dataset.files`. */
  readonly file: number;
  /** Byte offset of each record in the file. */
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
}

/** @param stamps receives one for each opened file */
async function* blocksOf({ files }: Dataset, stamps: string[]): AsyncGenerator<PlacedBlock> {
  for (const [file, path] of files.entries()) {
    let elements: Element[] = [];
    let size = 0;
    for await (const element of elementsOf(path, (stats) => stamps.push(stampOf(stats)))) {
      elements.push(element);
      size += element.bytes.length;
      if (size < BLOCK_BYTES) continue;
      yield layOut(file, elements, size);
      elements = [];
      size = 0;
    }
    if (elements.length > 0) yield layOut(file, elements, size);
  }
}

function layOut(file: number, elements: readonly Element[], size: number): PlacedBlock {
  const bytes = new Uint8Array(size);
  const ends = new Uint32Array(elements.length);
  let end = 0;
  for (const [at, element] of elements.entries()) {
    bytes.set(element.bytes, end);
    end += element.bytes.length;
    ends[at] = end;
  }
  const offsets = Float64Array.from(elements, ({ offset }) => offset);
  const lengths = Uint32Array.from(elements, (element) => element.bytes.length);
  return { file, bytes, ends, offsets, lengths };
}

type ScanBlock = (block: Block) => Promise<BlockScan>;

/** Scans only blocks that were not scanned before. */
function remembering(memory: ScanMemory<BlockScan>, options: CheckOptions, scan: ScanBlock): ScanBlock {
  const rules = JSON.stringify(options);
  return async (block) => {
    const key = createHash("sha256").update(rules).update("\0").update(block.ends).update(block.bytes).digest("hex");
    const known = memory.get(key) ?? (await scan(block));
    memory.set(key, known);
    return known;
  };
}

function createScanner(options: CheckOptions, threads: number): { readonly scan: ScanBlock; close(): Promise<void> } {
  let scanHere: ReturnType<typeof createBlockScanner> | undefined;
  let own = 0;
  let pool: ThreadPool | undefined;
  return {
    async scan({ bytes, ends }) {
      if (threads === 1 || own++ < OWN_BLOCKS) {
        scanHere ??= createBlockScanner(options);
        return scanHere({ bytes, ends });
      }
      pool ??= createThreadPool(new URL("./scan-worker.js", import.meta.url), threads, options);
      return pool.run({ bytes, ends }, { transferList: [bytes.buffer as ArrayBuffer] });
    },
    async close() {
      await pool?.close();
    },
  };
}

/** Whether all numbers are distinct. */
function areDistinct(sorted: Float64Array): boolean {
  return sorted.every((number, at) => at === 0 || number !== sorted[at - 1]);
}

/** Values that a process keeps from one build to the next. */
export interface ScanMemory<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** Ends a build: values neither read nor set since the previous one are removed. */
  endBuild(): void;
}

/**
 * @param bytesOf approximate size of a value
 * @param maxBytes maximum total size; further values are not stored
 */
export function createScanMemory<Value>(bytesOf: (value: Value) => number, maxBytes: number): ScanMemory<Value> {
  let before = new Map<string, Value>();
  let now = new Map<string, Value>();
  let bytes = 0;
  const set = (key: string, value: Value): void => {
    if (now.has(key) || bytes + bytesOf(value) > maxBytes) return;
    bytes += bytesOf(value);
    now.set(key, value);
  };
  return {
    get(key) {
      const value = now.get(key) ?? before.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    endBuild() {
      before = now;
      now = new Map();
      bytes = 0;
    },
  };
}
