import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openCounterTable, openTallyTable, TALLY_BYTES } from "#src/access/counter-table.js";

const DAY = 20_600;
const memory = (slots: number): ArrayBuffer => new ArrayBuffer(slots * TALLY_BYTES);
/** A tag whose search starts at `slot` of a table of 1024. */
const tagAt = (slot: number, number: number): bigint => (BigInt(number + 1) << 32n) | BigInt(slot);

describe("counter table slots", () => {
  it("probes at most 64 slots, wrapping around at the end of the table", () => {
    const table = openCounterTable(memory(1024), 0, 1024);
    for (let number = 0; number < 64; number++) expect(table.increment(tagAt(1000, number), DAY, 5)?.used).toBe(1);
    expect(table.increment(tagAt(1000, 64), DAY, 5)).toBeUndefined();
    expect(table.increment(tagAt(1001, 65), DAY, 5)?.used).toBe(1);
    expect(table.increment(tagAt(1000, 63), DAY, 5)?.used).toBe(2);
  });

  it("frees the slots on the next day", () => {
    const table = openCounterTable(memory(2), 0, 2);
    for (const tag of [1n, 2n]) table.increment(tag, DAY, 5);
    expect(table.increment(3n, DAY, 5)).toBeUndefined();
    expect(table.increment(3n, DAY + 1, 5)).toEqual({ allowed: true, used: 1, period: DAY + 1 });
    expect(table.read(3n)).toEqual({ period: DAY + 1, used: 1 });
  });

  it("distinguishes tags that differ in any single bit", () => {
    const base = 0x0123_4567_89ab_cdefn;
    const table = openCounterTable(memory(1024), 0, 1024);
    for (let bit = 0n; bit < 64n; bit++) expect(table.increment(base ^ (1n << bit), DAY, 5)?.used).toBe(1);
  });

  it("loses no count if another process counts between two of its steps", () => {
    const buffer = memory(8);
    const [one, other] = [openCounterTable(buffer, 0, 8), openCounterTable(buffer, 0, 8)];
    const { load } = Atomics;
    let loads = 0;
    let isOther = false;
    let granted = 0;
    const spy = vi.spyOn(Atomics, "load").mockImplementation(((cells: BigUint64Array, at: number) => {
      const cell = load(cells, at);
      if (isOther || ++loads % 3 !== 0) return cell;
      isOther = true;
      if (other.increment(1n, DAY, 50)!.allowed) granted++;
      isOther = false;
      return cell;
    }) as typeof load);
    onTestFinished(() => spy.mockRestore());
    for (let at = 0; at < 100; at++) if (one.increment(1n, DAY, 50)!.allowed) granted++;
    expect(granted).toBe(50);
    expect(one.read(1n)).toEqual({ period: DAY, used: 50 });
  });

  it("counts up to 65534 in a slot", () => {
    const table = openCounterTable(memory(1), 0, 1);
    for (let used = 1; used <= 65_534; used++) table.increment(1n, DAY, 65_534);
    expect(table.increment(1n, DAY, 65_534)).toEqual({ allowed: false, used: 65_534, period: DAY });
    expect(table.read(1n)).toEqual({ period: DAY, used: 65_534 });
  });
});

describe("tally table", () => {
  it("counts each tag beyond 32 bits, and resets one or all", () => {
    const buffer = memory(4);
    const table = openTallyTable(buffer, 0, 4);
    for (const tag of [5n, 2n ** 64n - 3n, 9n]) expect(table.add(tag)).toBe(1n);
    expect(table.add(9n)).toBe(2n);
    const cells = new BigInt64Array(buffer);
    cells[cells.indexOf(9n) + 1] = 2n ** 32n - 1n;
    expect(table.add(9n)).toBe(2n ** 32n);
    table.reset(9n);
    expect([5n, 2n ** 64n - 3n, 9n, 7n].map((tag) => table.read(tag))).toEqual([1n, 1n, 0n, 0n]);
    table.reset();
    expect([5n, 2n ** 64n - 3n].map((tag) => table.read(tag))).toEqual([0n, 0n]);
  });

  it("reports that the table is full and keeps counting the tags that it has", () => {
    const table = openTallyTable(memory(2), 0, 2);
    expect([1n, 3n, 5n, 1n, 3n].map((tag) => table.add(tag))).toEqual([1n, 1n, undefined, 2n, 2n]);
    expect(table.read(5n)).toBe(0n);
  });
});
