/** A slot: 64 bits `tag:48 | day:16`, then 32 bits `day:16 | count:16`, then 32 unused. */
export const SLOT_BYTES = 16;

const WORDS_PER_SLOT = SLOT_BYTES / 4;
const WORD_AT = 2;
const CELLS_PER_SLOT = SLOT_BYTES / 8;
/** 2⁶⁴ divided by the golden ratio, odd. */
const GOLDEN_RATIO = 0x9e3779b97f4a7c15n;
/** Slots looked at before the table counts as full for a tag. */
const PROBE = 64;

/** What became of one more request. */
export interface Count {
  /** Whether it was within the limit and is counted. */
  readonly allowed: boolean;
  /** Requests counted on `day`, this one included where allowed. */
  readonly used: number;
  /** The UTC day that counts: later than now's where the clock was set back. */
  readonly day: number;
}

/**
 * Daily counters by tag, in memory that several processes share. Open addressing with a bounded probe. The table never grows;
 * a slot of a past day may be claimed again.
 *
 * A slot belongs to a tag and a day by one cell, which is claimed by one compare-and-swap: at no moment is it half claimed, so
 * no process waits for another, and one that is stopped or killed between any two steps leaves the table right. The count
 * carries the day that it counts; where that is not the cell's, nothing is counted yet. So neither midnight nor a new owner
 * can race with an increment, and no request is granted twice or lost.
 */
export interface CounterTable {
  /**
   * Counts one request of `tag` on `day` unless that exceeds `limit`.
   *
   * @param limit below 65535
   * @returns undefined when every slot that the tag may take is in use today
   */
  increment(tag: bigint, day: number, limit: number): Count | undefined;
  /** The day and count of a tag, or undefined when it has no slot. */
  read(tag: bigint): { readonly day: number; readonly used: number } | undefined;
  /** Sets the count of one tag, or of all, back to nothing. */
  reset(tag?: bigint): void;
}

/** Lays a table over shared memory. @param buffer at least `slots` · 16 bytes from `offset`, which is a multiple of 8 */
export function openCounterTable(buffer: ArrayBuffer, offset: number, slots: number): CounterTable {
  const words = new Int32Array(buffer, offset, slots * WORDS_PER_SLOT);
  const cells = new BigUint64Array(buffer, offset, slots * CELLS_PER_SLOT);
  const cellOf = (slot: number): bigint => Atomics.load(cells, slot * CELLS_PER_SLOT);
  const wordOf = (slot: number): number => Atomics.load(words, slot * WORDS_PER_SLOT + WORD_AT);
  const swapCell = (slot: number, from: bigint, to: bigint): boolean =>
    Atomics.compareExchange(cells, slot * CELLS_PER_SLOT, from, to) === from;
  const swapWord = (slot: number, from: number, to: number): boolean =>
    Atomics.compareExchange(words, slot * WORDS_PER_SLOT + WORD_AT, from, to) === from;
  /** Requests counted on the day of a slot's cell. */
  const usedOn = (word: number, day: number): number => (word >>> 16 === day ? word & 0xffff : 0);

  /**
   * The slot of a tag, or the first that may be claimed for it. A claim takes the first such slot, so nothing of a tag lies
   * behind one that was never used, and what is usually looked at is one slot.
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

  /** Forgets a slot's count and day; the day 0 is past, so that anybody may claim it. */
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
        // The word was read after the cell: had the slot changed hands since, its count would be of another day.
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
 * 48 bits that depend on all 64 of a tag; never 0, since a cell of 0 was never used. Source: Fibonacci hashing, Knuth, The
 * Art of Computer Programming, volume 3, section 6.4.
 */
function tagPart(tag: bigint): bigint {
  return BigInt.asUintN(64, tag * GOLDEN_RATIO) >> 16n || 1n;
}

function dayOfCell(cell: bigint): number {
  return Number(BigInt.asUintN(16, cell));
}

/** Counts without a limit or a day, in 64 bits, by tag: what the unlimited plans use. */
export interface TallyTable {
  /** Adds one. @returns the new count, or undefined when the table is full */
  add(tag: bigint): bigint | undefined;
  read(tag: bigint): bigint;
  reset(tag?: bigint): void;
}

/** Lays a tally over shared memory, slots of a tag and a 64-bit count. */
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
