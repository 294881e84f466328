import { SUM_BYTES, sumsAt, TILE } from "../../format/shape-index.js";
import { instantiate } from "../../platform/web-assembly.js";
import { SHAPE_BYTES } from "../../shape/shape-text.js";
import { SUM_SCAN_CODE } from "./sum-scan-code.js";

/** Icons per window: 128 KiB, which fit in a core's cache. A multiple of `TILE`. */
export const WINDOW = 2 ** 12;

/** Descriptors compared at once. */
export const ROOM = 512;

const INDEXES = 1024;
const QUERY = 9216;
const DISTANCES = QUERY + SHAPE_BYTES;
const TILES = 16_384;
const DESCRIPTORS = TILES + WINDOW * SUM_BYTES;
/** Differences are counted up to this. */
const MOST = 255;

/** A small copy of a piece of the shape sums, and of a few descriptors, searched for near ones. */
export interface SumWindow {
  /** The sums in tiles, see `layOutShapeSums`. */
  readonly bytes: Uint8Array;
  /** Room for descriptors as words. */
  readonly room: Int32Array;
  /** Sets the descriptor that all further calls compare with. */
  setQuery(descriptor: Uint8Array): void;
  /** Sets that of `compare` alone, which costs less. */
  setCompared(descriptor: Uint8Array): void;
  /**
   * The indexes of all icons in the first `tiles` tiles whose sums differ by at most `bound`, ascending; from a bound
   * of 255 on, those of all. Valid until the next call.
   */
  select(tiles: number, bound: number): Uint16Array;
  /** How much the sums of all icons in the first `tiles` tiles differ, at most 255. Valid until the next call. */
  differences(tiles: number): Uint8Array;
  /** The distances of the first `count` descriptors in `room`. Valid until the next call. */
  compare(count: number): Uint16Array;
}

interface SumScan {
  memory: { buffer: ArrayBuffer };
  select(tiles: number, bound: number): number;
  differences(tiles: number): void;
  compare(count: number): void;
}

/** In WebAssembly, 16 icons at a time. @throws Error if this process can't use it */
export function createSumWindow(): SumWindow {
  const { memory, select, differences, compare } = instantiate<SumScan>(SUM_SCAN_CODE);
  const { buffer } = memory;
  const halves = new Uint8Array(buffer, 0, 2 * TILE * SUM_BYTES);
  const query = new Uint8Array(buffer, QUERY, SHAPE_BYTES);
  const indexes = new Uint16Array(buffer, INDEXES, WINDOW);
  const bytesApart = new Uint8Array(buffer, INDEXES, WINDOW);
  const distances = new Uint16Array(buffer, DISTANCES, ROOM);
  const sums = new Uint8Array(SUM_BYTES);
  return {
    bytes: new Uint8Array(buffer, TILES, WINDOW * SUM_BYTES),
    room: new Int32Array(buffer, DESCRIPTORS, (ROOM * SHAPE_BYTES) / 4),
    setQuery(descriptor) {
      query.set(descriptor);
      sumsAt(descriptor, 0, sums);
      for (const [at, byte] of sums.entries()) {
        halves.fill(byte & 15, 2 * TILE * at, 2 * TILE * at + TILE);
        halves.fill(byte >> 4, 2 * TILE * at + TILE, 2 * TILE * (at + 1));
      }
    },
    setCompared: (descriptor) => query.set(descriptor),
    select: (tiles, bound) => indexes.subarray(0, select(tiles, Math.min(bound, MOST))),
    differences(tiles) {
      differences(tiles);
      return bytesApart.subarray(0, tiles * TILE);
    },
    compare(count) {
      compare(count);
      return distances;
    },
  };
}
