import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CounterTable, openCounterTable, SLOT_BYTES } from "#src/access/counter-table.js";
import { randomRuns } from "../support/random-runs.js";

const LIMIT = 3;
const DAY = 20_600;
const tableOf = (slots: number): CounterTable => openCounterTable(new ArrayBuffer(slots * SLOT_BYTES), 0, slots);

type Command =
  | { readonly do: "count"; readonly tag: number }
  | { readonly do: "reset"; readonly tag: number }
  | { readonly do: "reset all" }
  | { readonly do: "pass days"; readonly days: number };

const tag = fc.nat(11);
const count = tag.map((t): Command => ({ do: "count", tag: t }));
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: count },
  { weight: 1, arbitrary: tag.map((t): Command => ({ do: "reset", tag: t })) },
  { weight: 1, arbitrary: fc.integer({ min: -4, max: 3 }).map((days): Command => ({ do: "pass days", days })) },
  { weight: 1, arbitrary: fc.constant<Command>({ do: "reset all" }) },
);
const commands = fc.array(command, { maxLength: 120, size: "max" });
/** Days count from 1970; days from 32768 on use all bits. */
const firstDay = fc.constantFrom(20_600, 32_766, 65_300);
/** Tags whose search starts at any slot or at the same one, or that differ only in their upper half. */
const spread = fc.constantFrom<(tag: number) => bigint>(
  (t) => BigInt(t + 1),
  (t) => BigInt(t * 8 + 8),
  (t) => 2n ** 64n - 1n - BigInt(t),
  (t) => (BigInt(t + 1) << 32n) | 7n,
);

describe("counter table", () => {
  it("counts like a map that is emptied each day, with room for as many tags a day as slots", () => {
    const SLOTS = 8;
    fc.assert(
      fc.property(commands, firstDay, spread, (list, first, bitsOf) => {
        const table = tableOf(SLOTS);
        const today = new Map<number, number>();
        let day = first;
        for (const step of list) {
          if (step.do === "count") {
            const used = today.get(step.tag) ?? 0;
            const room = today.has(step.tag) || today.size < SLOTS;
            const allowed = used < LIMIT;
            if (room) today.set(step.tag, used + (allowed ? 1 : 0));
            const expected = room ? { allowed, used: today.get(step.tag), period: day } : undefined;
            expect(table.increment(bitsOf(step.tag), day, LIMIT)).toEqual(expected);
          } else if (step.do === "reset") {
            table.reset(bitsOf(step.tag));
            today.delete(step.tag);
          } else if (step.do === "reset all") {
            table.reset();
            today.clear();
          } else if (step.days > 0) {
            day += step.days;
            today.clear();
          }
          const stored = [...today.keys()].map((known) => table.read(bitsOf(known)));
          expect(stored).toEqual([...today.values()].map((used) => ({ period: day, used })));
        }
      }),
      randomRuns(200),
    );
  });

  it("grants nothing twice if the clock is set back: a tag's latest day keeps counting", () => {
    fc.assert(
      fc.property(commands, firstDay, (list, first) => {
        // Every tag has its own slot, so no slot is reused.
        const table = tableOf(16);
        const model = new Map<number, { period: number; used: number }>();
        let today = first;
        for (const step of list) {
          if (step.do === "pass days") today += step.days;
          else if (step.do === "reset all") {
            table.reset();
            model.clear();
          } else if (step.do === "reset") {
            table.reset(BigInt(step.tag + 1));
            model.delete(step.tag);
          } else {
            const before = model.get(step.tag);
            const period = Math.max(today, before?.period ?? 0);
            const used = before?.period === period ? before.used : 0;
            const allowed = used < LIMIT;
            const after = { period, used: used + (allowed ? 1 : 0) };
            model.set(step.tag, after);
            expect(table.increment(BigInt(step.tag + 1), today, LIMIT)).toEqual({ allowed, ...after });
          }
          const tags = [...Array(12).keys()];
          expect(tags.map((t) => table.read(BigInt(t + 1)))).toEqual(tags.map((t) => model.get(t)));
        }
      }),
      randomRuns(200),
    );
  });

  it("shares counts between all users of the same memory and writes nothing around it", () => {
    const buffer = new ArrayBuffer(16 + 4 * SLOT_BYTES + 16);
    const [a, b] = [openCounterTable(buffer, 16, 4), openCounterTable(buffer, 16, 4)];
    for (let t = 1n; t <= 4n; t++) expect(a.increment(t, 1, LIMIT)).toEqual({ allowed: true, used: 1, period: 1 });
    for (let t = 1n; t <= 4n; t++) expect(b.increment(t, 1, LIMIT)).toEqual({ allowed: true, used: 2, period: 1 });
    expect(b.increment(5n, 1, LIMIT)).toBeUndefined();
    expect([...new Uint8Array(buffer, 0, 16), ...new Uint8Array(buffer, 48)]).toEqual(Array(32).fill(0));
  });

  it("refuses no tag if it evicts, and keeps the highest counts of those that share slots", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 200, size: "max" }), (tags) => {
        const SLOTS = 8;
        const table = openCounterTable(new ArrayBuffer(SLOTS * SLOT_BYTES), 0, SLOTS, { evicts: true });
        // Counts that nothing evicts, since the others never get that far.
        const high = [1000n, 1001n, 1002n];
        for (const one of high) for (let used = 0; used < 300; used++) table.increment(one, DAY, 300);
        for (const t of tags) {
          const { allowed, used, period } = table.increment(BigInt(t), DAY, 300)!;
          expect({ allowed, period }).toEqual({ allowed: true, period: DAY });
          expect(used).toBeGreaterThan(0);
          expect(used).toBeLessThanOrEqual(tags.filter((other) => other === t).length);
        }
        for (const one of high) expect(table.read(one)).toEqual({ period: DAY, used: 300 });
        // The last one is always counted.
        if (tags.length > 0) expect(table.read(BigInt(tags.at(-1)!))).toBeDefined();
      }),
      randomRuns(50),
    );
  });
});
