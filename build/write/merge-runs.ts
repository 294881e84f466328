import type { DictionaryEntry } from "#src/format/dictionary-encoder.js";
import { compareBytes } from "#src/format/key-bytes.js";
import { concatInto } from "../dataset/number-list.js";
import { openRun, type RunReader } from "./run.js";

/**
 * Merges runs of consecutive sections to entries sorted by key, without duplicate keys. Ordinals ascend from run to
 * run, so the lists of a key are concatenated. Memory: a small window per run, and one key's ordinals. O(entries · log
 * runs).
 */
export function* mergeRuns(paths: readonly string[], slots: number): Generator<DictionaryEntry> {
  const runs = paths.map((path, order) => ({ order, run: openRun(path, slots) }));
  const heap = createHeap(runs.filter(({ run }) => run.entry !== undefined));
  try {
    while (heap.length > 0) {
      const first = take(heap);
      if (!isNext(heap, first.key)) {
        yield first;
        continue;
      }
      const lists = first.slots.map((list) => [list]);
      let { label } = first;
      while (isNext(heap, first.key)) {
        const entry = take(heap);
        label ??= entry.label;
        for (let slot = 0; slot < slots; slot++) lists[slot]!.push(entry.slots[slot]!);
      }
      yield { key: first.key, slots: lists.map(joinLists), ...(label === undefined ? {} : { label }) };
    }
  } finally {
    for (const { run } of runs) run.close();
  }
}

interface HeapItem {
  readonly order: number;
  readonly run: RunReader;
}

function createHeap(items: HeapItem[]): HeapItem[] {
  return [...items].sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

/** Removes the lowest entry. */
function take(heap: HeapItem[]): DictionaryEntry {
  const { run } = heap[0]!;
  const entry = run.entry!;
  run.advance();
  sink(heap);
  return entry;
}

function isNext(heap: readonly HeapItem[], key: Uint8Array): boolean {
  return heap.length > 0 && compareBytes(heap[0]!.run.entry!.key, key) === 0;
}

/** Moves the first item, which has advanced, to its new position; removes it at its end. */
function sink(heap: HeapItem[]): void {
  if (heap[0]!.run.entry === undefined) {
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
  }
  const item = heap[0]!;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(heap[child]!, item)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = item;
}

function isBefore(a: HeapItem, b: HeapItem): boolean {
  const order = compareBytes(a.run.entry!.key, b.run.entry!.key);
  return order < 0 || (order === 0 && a.order < b.order);
}

function joinLists(lists: readonly Uint32Array[]): Uint32Array {
  return concatInto(lists, new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0)));
}
