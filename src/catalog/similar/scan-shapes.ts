import { FormatError } from "../../format/format-error.js";
import { MOST_CLUSTERS } from "../../format/shape-clusters.js";
import {
  bucketOf,
  CHUNKS,
  chunkAt,
  isDescriptor,
  ordinalAt,
  type ShapeChunk,
  SUM_BYTES,
  TILE,
} from "../../format/shape-index.js";
import type { ShapeIndex, ShapeTable } from "../../format/shape-table.js";
import { SHAPE_BYTES } from "../../shape/shape-text.js";
import { type CooperativeTask, inSteps } from "../execution/cooperative-task.js";
import { hammingDistance } from "./hash-distance.js";
import type { NearestList } from "./nearest-list.js";
import { createSumWindow, ROOM, type SumWindow, WINDOW } from "./sum-window.js";

/** The largest distance of two descriptors: their number of bits. */
export const MAX_SHAPE_DISTANCE = 8 * SHAPE_BYTES;

const WORDS = SHAPE_BYTES / 4;
const CHUNK_BITS = 32;
/** Members per step, about half a millisecond. */
const STEP = 16 * WINDOW;
/** If more icons than this share remain, reading all descriptors in a row is faster than reading theirs. */
const DENSE = 1 / 16;
/** Tiles in which they are counted: as many as fit into a window. */
const SAMPLE_TILES = WINDOW / TILE;
/** Icons of which the likely ones are chosen by their sums, if there are as many, */
const LIKELY = 10_000;
/** and how many are. */
const LIKELY_READ = 1024;

// The cost of a search by chunks, in icons scanned in the same time.
const BUCKET_COST = 10;
const ENTRY_COST = 10;
/** Share of a scan's cost to spend before giving up. */
const SHARE = 0.25;

/** Null if this process can't use WebAssembly: its memory reserves several GiB of address space. */
export const sharedWindow = openWindow();

/** Returns the bound for the following icons. */
type Visit = (ordinal: number, distance: number) => number;

/**
 * Visits the icons within a bound of the query: in display order, if the table has no index. Compares the sums of all
 * icons first, if the table has them: they rule out nearly all, at half the memory.
 *
 * @throws FormatError if an ordinal of a cluster lies outside the table
 */
export function* scanShapes(
  shapes: ShapeTable,
  query: Uint8Array,
  most: number,
  visit: Visit,
  window: SumWindow | null = sharedWindow,
): CooperativeTask<void> {
  const { index, bytes, count } = shapes;
  if (index === undefined || window === null) {
    const distanceTo = createComparison(shapes, query);
    let bound = most;
    yield* inSteps(count, (from, until) => {
      for (let ordinal = from; ordinal < until; ordinal++) {
        const distance = distanceTo(ordinal, bound);
        if (distance <= bound && isDescriptor(bytes, ordinal * SHAPE_BYTES)) bound = visit(ordinal, distance);
      }
    });
    return;
  }
  window.setQuery(query);
  const isSelective = shareWithin(index, window, most) < DENSE;
  const end = isSelective ? index.clusters.starts.at(-1)! : count;
  const scan = isSelective
    ? createMemberScan(shapes, index, window, most, visit)
    : createRowScan(shapes, window, most, visit);
  for (let from = 0; from < end; from += STEP) {
    // Other searches may have used the window since the last step.
    window.setQuery(query);
    scan(from, Math.min(end, from + STEP));
    yield;
  }
}

/** Of some members all over the table, the share whose sums are within a bound. The window has the query. */
function shareWithin({ clusters, sums }: ShapeIndex, window: SumWindow, bound: number): number {
  const tiles = Math.ceil(clusters.starts.at(-1)! / TILE);
  const step = Math.ceil(tiles / SAMPLE_TILES);
  let sampled = 0;
  for (let tile = 0; tile < tiles; tile += step, sampled++)
    window.bytes.set(sums.subarray(tile * TILE * SUM_BYTES, (tile + 1) * TILE * SUM_BYTES), sampled * TILE * SUM_BYTES);
  return window.select(sampled, Math.max(0, Math.floor(bound))).length / (sampled * TILE);
}

/** Visits icons from one ordinal up to another, without their sums. The window has the query. */
function createRowScan(
  { bytes }: ShapeTable,
  window: SumWindow,
  most: number,
  visit: Visit,
): (from: number, until: number) => void {
  const words = wordsOf(bytes);
  let bound = most;
  return (from, until) => {
    for (let first = from; first < until; first += ROOM) {
      const some = Math.min(ROOM, until - first);
      window.room.set(words.subarray(first * WORDS, (first + some) * WORDS));
      const distances = window.compare(some);
      for (let at = 0; at < some; at++) {
        const ordinal = first + at;
        if (distances[at]! <= bound && isDescriptor(bytes, ordinal * SHAPE_BYTES))
          bound = visit(ordinal, distances[at]!);
      }
    }
  };
}

/**
 * Visits icons that are likely to be near, in no particular order: of the members of the nearest clusters, 10,000 in
 * all, the 1,024 whose sums are nearest. Of the ten nearest looks among 379,452 icons of Iconify, these are 87 to 89 %.
 *
 * @throws FormatError if a cluster or an ordinal lies outside the table
 */
export function visitLikely(
  shapes: ShapeTable,
  index: ShapeIndex,
  query: Uint8Array,
  window: SumWindow,
  visit: (ordinal: number, distance: number) => void,
): void {
  window.setQuery(query);
  const likely = chooseLikely(shapes, index, window);
  const words = wordsOf(shapes.bytes);
  for (let from = 0; from < likely.length; from += ROOM) {
    const some = likely.subarray(from, from + ROOM);
    for (let at = 0; at < some.length; at++) copyWords(words, some[at]! * WORDS, window.room, at * WORDS);
    const distances = window.compare(some.length);
    for (let at = 0; at < some.length; at++) visit(some[at]!, distances[at]!);
  }
}

/** The ordinals of likely icons. The window has the query. */
function chooseLikely({ count, file }: ShapeTable, { clusters, sums }: ShapeIndex, window: SumWindow): Uint32Array {
  const { centers, starts, ordinals } = clusters;
  const found = new Uint32Array(LIKELY);
  const differences = new Uint8Array(LIKELY);
  let size = 0;
  for (const cluster of nearestCenters(centers, window)) {
    const start = starts[cluster]!;
    const end = Math.min(starts[cluster + 1]!, start + LIKELY - size);
    if (start > end || end > starts.at(-1)!) throw new FormatError(file, `cluster ${cluster} lies outside the table`);
    for (let first = start - (start % TILE); first < end; first += WINDOW) {
      const tiles = Math.ceil(Math.min(WINDOW, end - first) / TILE);
      window.bytes.set(sums.subarray(first * SUM_BYTES, (first + tiles * TILE) * SUM_BYTES));
      const inWindow = window.differences(tiles);
      const until = Math.min(first + WINDOW, end);
      for (let member = Math.max(first, start); member < until; member++) {
        const ordinal = ordinalAt(ordinals, member);
        if (ordinal >= count) throw new FormatError(file, `ordinal ${ordinal} of the clusters has no shape`);
        found[size] = ordinal;
        differences[size++] = inWindow[member - first]!;
      }
    }
    if (size === LIKELY) break;
  }
  return withSmallest(differences.subarray(0, size), LIKELY_READ).map((at) => found[at]!);
}

/** The indexes of the smallest numbers; of equal ones the first. */
function withSmallest(numbers: Uint8Array, limit: number): Uint32Array {
  const counts = new Uint32Array(256);
  for (let at = 0; at < numbers.length; at++) counts[numbers[at]!]!++;
  let [last, left] = [0, limit];
  while (last < 255 && counts[last]! < left) left -= counts[last++]!;
  const chosen = new Uint32Array(Math.min(limit, numbers.length));
  let size = 0;
  for (let at = 0; at < numbers.length && size < chosen.length; at++) {
    if (numbers[at]! > last || (numbers[at] === last && --left < 0)) continue;
    chosen[size++] = at;
  }
  return chosen;
}

/** Visits members from one up to another. The window has the query. */
function createMemberScan(
  { bytes, count, file }: ShapeTable,
  { clusters, sums }: ShapeIndex,
  window: SumWindow,
  most: number,
  visit: Visit,
): (from: number, until: number) => void {
  const words = wordsOf(bytes);
  const ordinals = new Uint32Array(ROOM);
  let bound = most;
  let size = 0;
  const compare = (): void => {
    const distances = window.compare(size);
    for (let at = 0; at < size; at++) if (distances[at]! <= bound) bound = visit(ordinals[at]!, distances[at]!);
    size = 0;
  };
  return (from, until) => {
    for (let first = from - (from % TILE); first < until; first += WINDOW) {
      const tiles = Math.ceil(Math.min(WINDOW, until - first) / TILE);
      window.bytes.set(sums.subarray(first * SUM_BYTES, (first + tiles * TILE) * SUM_BYTES));
      for (const index of window.select(tiles, Math.max(0, Math.floor(bound)))) {
        const member = first + index;
        if (member < from || member >= until) continue;
        const ordinal = ordinalAt(clusters.ordinals, member);
        if (ordinal >= count) throw new FormatError(file, `ordinal ${ordinal} of the clusters has no shape`);
        ordinals[size] = ordinal;
        copyWords(words, ordinal * WORDS, window.room, size++ * WORDS);
        if (size === ROOM) compare();
      }
      compare();
    }
  };
}

/** The clusters, those with the nearest centers first. The window has the query. */
function nearestCenters(centers: Uint8Array, window: SumWindow): Uint32Array {
  const words = wordsOf(centers);
  const count = words.length / WORDS;
  const keys = new Uint32Array(count);
  for (let from = 0; from < count; from += ROOM) {
    const some = Math.min(ROOM, count - from);
    window.room.set(words.subarray(from * WORDS, (from + some) * WORDS));
    const distances = window.compare(some);
    for (let at = 0; at < some; at++) keys[from + at] = distances[at]! * MOST_CLUSTERS + from + at;
  }
  return keys.sort().map((key) => key % MOST_CLUSTERS);
}

/**
 * Progressive multi-index search, as for hashes: step r searches chunk r mod 16 for all values at distance ⌊r / 16⌋
 * from the query's. After step r, every icon within distance r has been offered. Gives up from distance 2 on.
 *
 * @returns whether the list is complete; if not, a scan must follow
 * @throws FormatError if a bucket or an ordinal lies outside the table
 * Cost: at most `SHARE` of a scan.
 */
export function* searchChunks(
  shapes: ShapeTable,
  chunks: readonly ShapeChunk[],
  query: Uint8Array,
  list: NearestList,
): CooperativeTask<boolean> {
  const distanceTo = createComparison(shapes, query);
  const buckets = chunks[0]!.starts.length - 1;
  const bits = Math.log2(buckets);
  let allowance = shapes.count * SHARE;
  for (let step = 0; step <= list.boundFrom(0); step++) {
    // Icons that are near enough for the second round have nearly always been found in the first one.
    if (step >= CHUNKS && list.boundFrom(0) >= 2 * CHUNKS) return false;
    const chunk = chunks[step % CHUNKS]!;
    const value = chunkAt(query, 0, step % CHUNKS);
    const values = step < CHUNKS ? 1 : CHUNK_BITS;
    for (let flip = 0; flip < values; flip++) {
      const bucket = bucketOf(values === 1 ? value : value ^ (1 << flip), bits);
      const start = chunk.starts[bucket]!;
      const end = chunk.starts[bucket + 1]!;
      if (start > end || end > chunk.starts[buckets]!)
        throw new FormatError(shapes.file, `bucket ${bucket} of chunk ${step % CHUNKS} lies outside the index`);
      allowance -= BUCKET_COST + (end - start) * ENTRY_COST;
      if (allowance < 0) return false;
      for (let entry = start; entry < end; entry++) {
        const ordinal = ordinalAt(chunk.ordinals, entry);
        if (ordinal >= shapes.count) throw new FormatError(shapes.file, `ordinal ${ordinal} of the index has no shape`);
        const bound = list.boundFrom(0);
        const distance = distanceTo(ordinal, bound);
        if (distance <= bound) list.offer(ordinal, distance);
      }
    }
    yield;
  }
  return true;
}

/** Compares one descriptor with those of a table. @returns the distance, or any larger than `bound` */
function createComparison({ bytes }: ShapeTable, query: Uint8Array): (ordinal: number, bound: number) => number {
  const words = wordsOf(bytes);
  const queryWords = new Int32Array(Uint8Array.from(query).buffer);
  const part = (at: number, from: number): number =>
    hammingDistance(words[at + from]!, words[at + from + 1]!, queryWords[from]!, queryWords[from + 1]!) +
    hammingDistance(words[at + from + 2]!, words[at + from + 3]!, queryWords[from + 2]!, queryWords[from + 3]!);
  return (ordinal, bound) => {
    const at = ordinal * WORDS;
    // The middle rows of cells differ most.
    const middle = part(at, 4) + part(at, 8);
    return middle > bound ? middle : middle + part(at, 0) + part(at, 12);
  };
}

function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

/** Copies a descriptor. For so few words, a loop is faster than a view; several reads then wait for memory together. */
function copyWords(from: Int32Array, at: number, into: Int32Array, place: number): void {
  for (let word = 0; word < WORDS; word++) into[place + word] = from[at + word]!;
}

function openWindow(): SumWindow | null {
  try {
    return createSumWindow();
  } catch {
    return null;
  }
}
