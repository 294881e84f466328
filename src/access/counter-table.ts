/** A slot is a word `tag:32 | count | period`, replaced by compare-and-swap. */
export const SLOT_BYTES = 8;

/** 2⁶⁴ divided by the golden ratio, odd. */
const GOLDEN_RATIO = 0x9e3779b97f4a7c15n;
/** Slots probed before the table counts as full for a tag. */
const PROBE = 64;
/** Enough for days until 2149, and for counts up to 65,535. */
const DAY_BITS = 16;
/** Bytes of a slot of a tally table. */
export const TALLY_BYTES = 16;

/** The result of counting one request. */
export interface Count {
  /** Whether the request was within the limit and was counted. */
  readonly allowed: boolean;
  /** Requests counted in `period`, including this one if it was allowed. */
  readonly used: number;
  /** The period of the count. Later than the current one if the clock was set back. */
  readonly period: number;
}

/**
 * Counters by tag and period, such as a day, in memory shared by several processes. Open addressing with a bounded
 * probe. The table never grows; slots of past periods can be claimed again.
 *
 * A slot has tag, period and count in one word, which a single compare-and-swap replaces. So no process waits for
 * another, and the table stays consistent if a process is stopped or killed between any two steps. No request is granted
 * twice or lost, but for a tag that several processes add at the same moment to a table that evicts.
 */
export interface CounterTable {
  /**
   * Counts one request of `tag` in `period` unless that exceeds `limit`.
   *
   * @param tag 64 bits; the probability that two of n tags share a counter is about n² / 2 · 64 / slots / 2³²
   * @param limit below the largest count
   * @returns undefined if every slot available to the tag is in use in this period, and the table does not evict
   */
  increment(tag: bigint, period: number, limit: number): Count | undefined;
  /** The period and count of a tag, or undefined if it has no slot. */
  read(tag: bigint): { readonly period: number; readonly used: number } | undefined;
  /** Resets the count of one tag, or of all tags, to zero. */
  reset(tag?: bigint): void;
}

/** How a table counts. */
export interface CounterTableOptions {
  /** Bits of a period; the other bits up to 32 are those of a count. Default: 16. */
  readonly periodBits?: number;
  /**
   * Whether a new tag replaces the lowest count among its slots if all are in use. A flood of tags then makes no other
   * tag wait, and lets only those with low counts begin again. Default: no.
   */
  readonly evicts?: boolean;
}

/** @param buffer at least `slots` · `SLOT_BYTES` from `offset`, which is a multiple of 8 */
export function openCounterTable(
  buffer: ArrayBuffer,
  offset: number,
  slots: number,
  { periodBits = DAY_BITS, evicts = false }: CounterTableOptions = {},
): CounterTable {
  const cells = new BigUint64Array(buffer, offset, slots);
  const periods = 2 ** periodBits;
  const periodOf = (cell: bigint): number => Number(cell & 0xffff_ffffn) % periods;
  const countOf = (cell: bigint): number => Math.floor(Number(cell & 0xffff_ffffn) / periods);

  /** The slot of a tag, or else the one that it may take. A claim takes the first free one, so an unused one is last. */
  const find = (tag: bigint, own: bigint, period: number): { slot: number; cell: bigint } | undefined => {
    const start = Number(BigInt.asUintN(32, tag));
    let free: { slot: number; cell: bigint } | undefined;
    let least: { slot: number; cell: bigint } | undefined;
    for (let step = 0; step < Math.min(PROBE, slots); step++) {
      const slot = (start + step) % slots;
      const cell = Atomics.load(cells, slot);
      if (cell >> 32n === own) return { slot, cell };
      if (periodOf(cell) < period) free ??= { slot, cell };
      else if (evicts && (least === undefined || countOf(cell) < countOf(least.cell))) least = { slot, cell };
      if (cell === 0n) break;
    }
    return free ?? least;
  };

  return {
    increment(tag, period, limit) {
      const own = tagPart(tag);
      for (;;) {
        const found = find(tag, own, period);
        if (found === undefined) return undefined;
        const { slot, cell } = found;
        const isOwn = cell >> 32n === own;
        const current = isOwn ? Math.max(period, periodOf(cell)) : period;
        const used = isOwn && periodOf(cell) === current ? countOf(cell) : 0;
        if (used >= limit) return { allowed: false, used, period: current };
        const next = (own << 32n) | BigInt((used + 1) * periods + current);
        if (Atomics.compareExchange(cells, slot, cell, next) === cell)
          return { allowed: true, used: used + 1, period: current };
      }
    },
    read(tag) {
      const own = tagPart(tag);
      const { cell } = find(tag, own, 0) ?? { cell: 0n };
      if (cell >> 32n !== own || periodOf(cell) === 0) return undefined;
      return { period: periodOf(cell), used: countOf(cell) };
    },
    reset(tag) {
      // Period 0 is in the past, so any tag can claim the slot. The tag stays, since a word of 0 ends each search.
      const clear = (slot: number): bigint => Atomics.and(cells, slot, ~0xffff_ffffn & (2n ** 64n - 1n));
      if (tag === undefined) for (let slot = 0; slot < slots; slot++) clear(slot);
      else {
        const own = tagPart(tag);
        const found = find(tag, own, 0);
        if (found !== undefined && found.cell >> 32n === own) clear(found.slot);
      }
    },
  };
}

/**
 * 32 bits that depend on all 64 bits of a tag. Never 0, since a word of 0 is an unused slot. Source: Fibonacci hashing,
 * Knuth, The Art of Computer Programming, volume 3, section 6.4.
 */
function tagPart(tag: bigint): bigint {
  return BigInt.asUintN(64, tag * GOLDEN_RATIO) >> 32n || 1n;
}

/** 64-bit counts by tag, without a limit or a day. Used for unlimited plans. */
export interface TallyTable {
  /** Increments a count. @returns the new count, or undefined if the table is full */
  add(tag: bigint): bigint | undefined;
  read(tag: bigint): bigint;
  reset(tag?: bigint): void;
}

/** A slot is a tag and a 64-bit count. @param buffer at least `slots` · `TALLY_BYTES` from `offset` */
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
