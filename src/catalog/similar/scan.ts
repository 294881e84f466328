import type { HashTable } from "../../format/hash-table.js";
import { hammingDistance } from "./hamming.js";
import type { NearestList } from "./nearest-list.js";
import { createFastWindow, createPlainWindow, type ScanWindow, WINDOW } from "./scan-window.js";

const shared = openWindow();

/**
 * Offers every hash of a table that is near enough to the list, in ascending order. What it copies is a window at a time.
 *
 * Cost: one pass over 8 bytes per ordinal, and at most 65 · limit entries into the list; a list that can't be
 * improved any more ends it.
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
