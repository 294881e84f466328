import { FormatError } from "../../format/format-error.js";
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
import type { ShapeTable } from "../../format/shape-table.js";
import { SHAPE_BYTES } from "../../shape/shape-text.js";
import { type CooperativeTask, inSteps } from "../execution/cooperative-task.js";
import { hammingDistance } from "./hash-distance.js";
import type { NearestList } from "./nearest-list.js";
import { createSumWindow, ROOM, type SumWindow, WINDOW } from "./sum-window.js";

/** The largest distance of two descriptors: their number of bits. */
export const MAX_SHAPE_DISTANCE = 8 * SHAPE_BYTES;

const WORDS = SHAPE_BYTES / 4;
const CHUNK_BITS = 32;
/** Windows per step, each about 30 microseconds. */
const STEP_WINDOWS = 16;
/** If more icons of a window remain, reading all descriptors in a row is faster than reading theirs. At most `ROOM`. */
const DENSE = 256;
/** Windows whose sums are not compared after such a window. */
const SKIPPED_WINDOWS = 7;

// The cost of a search by chunks, in icons scanned in the same time.
const BUCKET_COST = 10;
const ENTRY_COST = 10;
/** Share of a scan's cost to spend before giving up. */
const SHARE = 0.25;

/** Null if this process can't use WebAssembly: its memory reserves several GiB of address space. */
export const sharedWindow = openWindow();

/**
 * Visits the icons within a bound of the query, in display order. Compares the sums of all icons first, if the table
 * has them: they rule out nearly all, at half the memory.
 *
 * @param visit returns the bound for the following icons
 */
export function* scanShapes(
  shapes: ShapeTable,
  query: Uint8Array,
  most: number,
  visit: (ordinal: number, distance: number) => number,
  window: SumWindow | null = sharedWindow,
): CooperativeTask<void> {
  const { index, bytes, count } = shapes;
  let bound = most;
  const offer = (ordinal: number, distance: number): void => {
    if (distance <= bound && isDescriptor(bytes, ordinal * SHAPE_BYTES)) bound = visit(ordinal, distance);
  };
  if (index === undefined || window === null) {
    const distanceTo = createComparison(shapes, query);
    yield* inSteps(count, (from, until) => {
      for (let ordinal = from; ordinal < until; ordinal++) offer(ordinal, distanceTo(ordinal, bound));
    });
    return;
  }
  const words = wordsOf(bytes);
  let skipped = 0;
  for (let first = 0, windows = 1; first < count; first += WINDOW, windows++) {
    // Other searches may have used the window since the last step.
    if (windows % STEP_WINDOWS === 1) window.setQuery(query);
    const size = Math.min(WINDOW, count - first);
    const near = skipped > 0 ? undefined : selectNear(index.sums, first, size, window, bound);
    if (near === undefined || near.length > DENSE) {
      // Sums that rule out little here do so in the next windows, too.
      skipped = near === undefined ? skipped - 1 : SKIPPED_WINDOWS;
      for (let from = first; from < first + size; from += ROOM) {
        const some = Math.min(ROOM, first + size - from);
        window.room.set(words.subarray(from * WORDS, (from + some) * WORDS));
        const distances = window.compare(some);
        for (let at = 0; at < some; at++) if (distances[at]! <= bound) offer(from + at, distances[at]!);
      }
    } else {
      for (let at = 0; at < near.length; at++) copyWords(words, (first + near[at]!) * WORDS, window.room, at * WORDS);
      const distances = window.compare(near.length);
      for (let at = 0; at < near.length; at++) {
        // The last tile may have room for more icons than there are.
        if (distances[at]! <= bound && near[at]! < size) offer(first + near[at]!, distances[at]!);
      }
    }
    if (windows % STEP_WINDOWS === 0) yield;
  }
}

/** The indexes, from `first` on, of icons whose sums are within the bound. */
function selectNear(sums: Uint8Array, first: number, size: number, window: SumWindow, bound: number): Uint16Array {
  const tiles = Math.ceil(size / TILE);
  window.bytes.set(sums.subarray(first * SUM_BYTES, (first + tiles * TILE) * SUM_BYTES));
  return window.select(tiles, Math.max(0, Math.floor(bound)));
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
        const ordinal = ordinalAt(chunk, entry);
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
  const asked = new Int32Array(Uint8Array.from(query).buffer);
  const part = (at: number, from: number): number =>
    hammingDistance(words[at + from]!, words[at + from + 1]!, asked[from]!, asked[from + 1]!) +
    hammingDistance(words[at + from + 2]!, words[at + from + 3]!, asked[from + 2]!, asked[from + 3]!);
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
