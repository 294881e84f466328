/** A slot: 64 bits `tag:48 | day:16`, then 32 bits `day:16 | count:16`, then 32 unused. */
export const SLOT_BYTES = 16;

const WORDS_PER_SLOT = SLOT_BYTES / 4;
const WORD_AT = 2;
const CELLS_PER_SLOT = SLOT_BYTES / 8;
/** 2⁶⁴ divided by the golden ratio, odd. */
const GOLDEN_RATIO = 0x9e3779b97f4a7c15n;
/** Slots probed before the table counts as full for a tag. */
const PROBE = 64;

/** The result of counting one request. */
export interface Count {
  /** Whether the request was within the limit and was counted. */
  readonly allowed: boolean;
  /** Requests counted on `day`, including this one if it was allowed. */
  readonly used: number;
  /** The UTC day of the count. Later than the current day if the clock was set back. */
  readonly day: number;
}

/**
 * Daily counters by tag, in memory shared by several processes. Open addressing with a bounded probe. The table never
 * grows; slots of past days can be claimed again.
 *
 * One cell assigns a slot to a tag and a day. A single compare-and-swap claims it, so a slot is never half claimed: no
 * process waits for another, and the table stays consistent if a process is stopped or killed between any two steps.
 * The count carries the day that it belongs to; if that differs from the cell's day, the count is zero. So neither
 * midnight nor a new owner can race with an increment, and no request is granted twice or lost.
 */
export interface CounterTable {
  /**
   * Counts one request of `tag` on `day` unless that exceeds `limit`.
   *
   * @param limit below 65535
   * @returns undefined if every slot available to the tag is in use today
   */
  increment(tag: bigint, day: number, limit: number): Count | undefined;
  /** The day and count of a tag, or undefined if it has no slot. */
  read(tag: bigint): { readonly day: number; readonly used: number } | undefined;
  /** Resets the count of one tag, or of all tags, to zero. */
  reset(tag?: bigint): void;
}

/**
 * Lays a table over shared memory. @param buffer at least `slots` · 16 bytes from `offset`, which is a multiple of 8
 */
export function openCounterTable(buffer: ArrayBuffer, offset: number, slots: number): CounterTable {
  const words = new Int32Array(buffer, offset, slots * WORDS_PER_SLOT);
  const cells = new BigUint64Array(buffer, offset, slots * CELLS_PER_SLOT);
  const cellOf = (slot: number): bigint => Atomics.load(cells, slot * CELLS_PER_SLOT);
  const wordOf = (slot: number): number => Atomics.load(words, slot * WORDS_PER_SLOT + WORD_AT);
  const swapCell = (slot: number, from: bigint, to: bigint): boolean =>
    Atomics.compareExchange(cells, slot * CELLS_PER_SLOT, from, to) === from;
  const swapWord = (slot: number, from: number, to: number): boolean =>
    Atomics.compareExchange(words, slot * WORDS_PER_SLOT + WORD_AT, from, to) === from;
  /** Requests counted on the day in the slot's cell. */
  const usedOn = (word: number, day: number): number => (word >>> 16 === day ? word & 0xffff : 0);

  /**
   * The slot of a tag, or the first slot that it can claim. A claim always takes the first free slot, so the search
   * ends at a slot that was never used. It usually probes a single slot.
   */
  const find = (tag: bigint, day: number): { slot: number; cell: bigint; own: boolean } | undefined => {
    const cellTag = tagPart(tag);
    const start = Number(BigInt.asUintN(32, tag));
    let free: { slot: number; cell: bigint; own: boolean } | undefined;
    for (let step = 0; step < Math.min(PROBE, slots); step++) {
      const slot = (start + step) % slots;
      const cell = cellOf(slot);
      if (cell !== 0n && cell >> 16n === cellTag) return { slot, cell, own: true };
      if (free === undefined && dayOfCell(cell) < day) free = { slot, cell, own: false };
      if (cell === 0n) break;
    }
    return free;
  };

  /** Clears a slot's count and day. Day 0 is in the past, so any tag can claim the slot. */
  const clear = (slot: number, cell: bigint): void => {
    Atomics.store(words, slot * WORDS_PER_SLOT + WORD_AT, 0);
    swapCell(slot, cell, cell & ~0xffffn);
  };

  return {
    increment(tag, day, limit) {
      for (;;) {
        const found = find(tag, day);
        if (found === undefined) return undefined;
        const { slot, cell, own } = found;
        if (!own || dayOfCell(cell) < day) {
          swapCell(slot, cell, (tagPart(tag) << 16n) | BigInt(day));
          continue;
        }
        const current = dayOfCell(cell);
        const word = wordOf(slot);
        const used = usedOn(word, current);
        // The word was read after the cell. If another tag has claimed the slot since, the count is of another day.
        if (cellOf(slot) !== cell) continue;
        if (used >= limit) return { allowed: false, used, day: current };
        if (swapWord(slot, word, (current << 16) | (used + 1))) return { allowed: true, used: used + 1, day: current };
      }
    },
    read(tag) {
      const found = find(tag, 0);
      const day = found?.own ? dayOfCell(found.cell) : 0;
      return found === undefined || day === 0 ? undefined : { day, used: usedOn(wordOf(found.slot), day) };
    },
    reset(tag) {
      if (tag === undefined) for (let slot = 0; slot < slots; slot++) clear(slot, cellOf(slot));
      const found = tag === undefined ? undefined : find(tag, 0);
      if (found?.own) clear(found.slot, found.cell);
    },
  };
}

/**
 * 48 bits that depend on all 64 bits of a tag. Never 0, since a cell of 0 marks an unused slot. Source: Fibonacci
 * hashing, Knuth, The Art of Computer Programming, volume 3, section 6.4.
 */
function tagPart(tag: bigint): bigint {
  return BigInt.asUintN(64, tag * GOLDEN_RATIO) >> 16n || 1n;
}

function dayOfCell(cell: bigint): number {
  return Number(BigInt.asUintN(16, cell));
}

/** 64-bit counts by tag, without a limit or a day. Used for unlimited plans. */
export interface TallyTable {
  /** Increments a count. @returns the new count, or undefined if the table is full */
  add(tag: bigint): bigint | undefined;
  read(tag: bigint): bigint;
  reset(tag?: bigint): void;
}

/** Lays a tally table over shared memory. A slot is a tag and a 64-bit count. */
export function openTallyTable(buffer: ArrayBuffer, offset: number, slots: number): TallyTable {
  const cells = new BigInt64Array(buffer, offset, slots * 2);
  const find = (tag: bigint, claim: boolean): number | undefined => {
    for (let step = 0; step < Math.min(PROBE, slots); step++) {
      const slot = (Number(BigInt.asUintN(32, tag)) + step) % slots;
      const found = Atomics.load(cells, slot * 2);
      if (found === tag) return slot;
      if (found !== 0n) continue;
      if (!claim) return undefined;
      const before = Atomics.compareExchange(cells, slot * 2, 0n, tag);
      if (before === 0n || before === tag) return slot;
    }
    return undefined;
  };
  return {
    add(tag) {
      const slot = find(BigInt.asIntN(64, tag), true);
      return slot === undefined ? undefined : Atomics.add(cells, slot * 2 + 1, 1n) + 1n;
    },
    read(tag) {
      const slot = find(BigInt.asIntN(64, tag), false);
      return slot === undefined ? 0n : Atomics.load(cells, slot * 2 + 1);
    },
    reset(tag) {
      const only = tag === undefined ? undefined : find(BigInt.asIntN(64, tag), false);
      if (tag === undefined) for (let slot = 0; slot < slots; slot++) Atomics.store(cells, slot * 2 + 1, 0n);
      else if (only !== undefined) Atomics.store(cells, only * 2 + 1, 0n);
    },
  };
}
