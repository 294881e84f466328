import type { HashTable } from "../../format/hash-table.js";
import { instantiate } from "../../platform/web-assembly.js";
import { HAMMING_SCAN_CODE } from "./hamming-scan-code.js";
import { hammingDistance } from "./hash-distance.js";
import type { NearestList } from "./nearest-list.js";

/** Hashes per window: 64 KiB, which fit in a core's cache. A multiple of 32. */
export const WINDOW = 2 ** 13;

const shared = openWindow();

/** A small copy of a piece of the hash table, searched for near hashes. */
export interface ScanWindow {
  /** Two words per hash, low then high. */
  readonly words: Uint32Array;
  /** A bit per hash: whether it is present. */
  readonly presence: Uint32Array;
  /** The first index in [from, to) of a present hash within `bound` of the query hash; `to` if there is none. */
  next(from: number, to: number, low: number, high: number, bound: number): number;
}

interface HammingScan {
  memory: { buffer: ArrayBuffer };
  next(from: number, to: number, low: number, high: number, bound: number, presence: number): number;
}

/**
 * Offers every hash of a table that is near enough to the list, in ascending order. Copies one window at a time.
 *
 * Cost: one pass over 8 bytes per ordinal, and at most 65 · limit insertions. Stops when the list can't improve any
 * more.
 */
export function scanHashes(table: HashTable, low: number, high: number, list: NearestList, window = shared): void {
  for (let first = 0; first < table.count; first += WINDOW) {
    let bound = list.boundFrom(first);
    if (bound < 0) return;
    const size = Math.min(WINDOW, table.count - first);
    window.words.set(table.words.subarray(2 * first, 2 * (first + size)));
    window.presence.set(table.presence.subarray(first / 32, Math.ceil((first + size) / 32)));
    for (let at = window.next(0, size, low, high, bound); at < size; at = window.next(at + 1, size, low, high, bound)) {
      list.offer(first + at, hammingDistance(window.words[2 * at]!, window.words[2 * at + 1]!, low, high));
      bound = list.boundFrom(first + at + 1);
    }
  }
}

function openWindow(): ScanWindow {
  try {
    return createFastWindow();
  } catch {
    return createPlainWindow();
  }
}

/** In WebAssembly, where popcount is one instruction: about ten times as fast as the plain window. */
export function createFastWindow(): ScanWindow {
  const { memory, next } = instantiate<HammingScan>(HAMMING_SCAN_CODE);
  return {
    words: new Uint32Array(memory.buffer, 0, 2 * WINDOW),
    presence: new Uint32Array(memory.buffer, 8 * WINDOW, WINDOW / 32),
    next: (from, to, low, high, bound) => next(from, to, low, high, bound, 8 * WINDOW),
  };
}

/** For processes that can't use WebAssembly: its memory reserves several GiB of address space, which may be limited. */
export function createPlainWindow(): ScanWindow {
  const words = new Uint32Array(2 * WINDOW);
  const presence = new Uint32Array(WINDOW / 32);
  return {
    words,
    presence,
    next(from, to, low, high, bound) {
      for (let at = from; at < to; at++) {
        if (hammingDistance(words[2 * at] as number, words[2 * at + 1] as number, low, high) > bound) continue;
        if ((((presence[at >>> 5] as number) >>> (at & 31)) & 1) === 1) return at;
      }
      return to;
    },
  };
}
