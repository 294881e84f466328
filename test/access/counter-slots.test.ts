import { describe, expect, it } from "vitest";
import { openCounterTable, openTallyTable, SLOT_BYTES } from "#src/access/counter-table.js";

const DAY = 20_600;
const memory = (slots: number): ArrayBuffer => new ArrayBuffer(slots * SLOT_BYTES);
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
    expect(table.increment(3n, DAY + 1, 5)).toEqual({ allowed: true, used: 1, day: DAY + 1 });
    expect(table.read(3n)).toEqual({ day: DAY + 1, used: 1 });
  });

  it("starts a claimed slot from zero, even if an earlier claimer was interrupted at any step", () => {
    const buffer = memory(1);
    const words = new Int32Array(buffer);
    const table = openCounterTable(buffer, 0, 1);
    for (let used = 1; used <= 3; used++) table.increment(1n, DAY - 1, 5);
    const [yesterday] = new BigUint64Array(buffer);
    table.increment(1n, DAY, 5);
    // As if the process had been killed between claiming the slot and counting for the first time: the cell contains
    // today, the word yesterday.
    words[2] = ((DAY - 1) << 16) | 3;
    expect(table.read(1n)).toEqual({ day: DAY, used: 0 });
    expect(table.increment(1n, DAY, 5)).toEqual({ allowed: true, used: 1, day: DAY });
    // As if it had been killed before claiming: yesterday's slot, unchanged.
    new BigUint64Array(buffer)[0] = yesterday!;
    words[2] = ((DAY - 1) << 16) | 3;
    expect(table.read(1n)).toEqual({ day: DAY - 1, used: 3 });
    expect(table.increment(1n, DAY, 5)).toEqual({ allowed: true, used: 1, day: DAY });
  });

  it("distinguishes tags that differ in any single bit", () => {
    const base = 0x0123_4567_89ab_cdefn;
    const table = openCounterTable(memory(1024), 0, 1024);
    for (let bit = 0n; bit < 64n; bit++) expect(table.increment(base ^ (1n << bit), DAY, 5)?.used).toBe(1);
  });

  it("counts up to 65534 in a slot", () => {
    const table = openCounterTable(memory(1), 0, 1);
    for (let used = 1; used <= 65_534; used++) table.increment(1n, DAY, 65_534);
    expect(table.increment(1n, DAY, 65_534)).toEqual({ allowed: false, used: 65_534, day: DAY });
    expect(table.read(1n)).toEqual({ day: DAY, used: 65_534 });
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
