import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { countRefusedKeys, emptyRefusedKeys, REFUSED_PER_MINUTE } from "#src/access/refused-keys.js";
import { randomRuns } from "../support/random-runs.js";

const NOON = Date.UTC(2026, 2, 1, 12);

describe("refused keys per address", () => {
  it("allows a number of refused keys a minute, then blocks the address until the minute ends", () => {
    let now = NOON + 15_000;
    const refused = countRefusedKeys(() => now);
    const addMany = (address: string): (number | undefined)[] =>
      Array.from({ length: REFUSED_PER_MINUTE }, () => refused.add(address));
    expect(addMany("192.0.2.1")).toEqual(Array(REFUSED_PER_MINUTE).fill(undefined));
    expect(refused.add("192.0.2.1")).toBe(45);
    expect(refused.add("::ffff:192.0.2.1")).toBe(45);
    expect(refused.add("192.0.2.2")).toBeUndefined();
    now = NOON + 59_999;
    expect(refused.add("192.0.2.1")).toBe(1);
    now = NOON + 60_000;
    expect(addMany("192.0.2.1")).toEqual(Array(REFUSED_PER_MINUTE).fill(undefined));
    expect(addMany("2001:db8::1").concat(refused.add("2001:db8::2"))).toContain(60);
  });

  it("counts refused keys like a list of attempts for every address while there is room", () => {
    const address = fc.nat(40).map((last) => `192.0.2.${last}`);
    const step = fc.record({ address, times: fc.nat(50), wait: fc.constantFrom(0, 0, 0, 10_000, 60_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = NOON;
        const refused = countRefusedKeys(() => now);
        const list: string[] = [];
        for (const { address, times, wait } of steps) {
          now += wait;
          const minute = `${Math.floor(now / 60_000)} ${address}`;
          for (let at = 0; at < times; at++) {
            list.push(minute);
            const many = list.filter((entry) => entry === minute).length > REFUSED_PER_MINUTE;
            expect(refused.add(address) !== undefined).toBe(many);
          }
        }
      }),
      randomRuns(20),
    );
  });

  it("blocks no other address, regardless of their number", () => {
    const refused = countRefusedKeys(() => NOON);
    const others = Array.from({ length: 100_000 }, (_, at) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`);
    expect(others.filter((address) => refused.add(address) !== undefined)).toEqual([]);
    for (let more = 0; more < 1000; more++) refused.add("192.0.2.1");
    expect(refused.add("192.0.2.1")).toBeGreaterThan(0);
    expect(refused.add("192.0.2.2")).toBeUndefined();
  });

  it("loses no count if another process counts between two of its steps", () => {
    const memory = emptyRefusedKeys();
    const one = countRefusedKeys(() => NOON, memory);
    const other = countRefusedKeys(() => NOON, memory);
    const results: (number | undefined)[] = [];
    const { load } = Atomics;
    let loads = 0;
    let isOther = false;
    const spy = vi.spyOn(Atomics, "load").mockImplementation(((cells: BigUint64Array, at: number) => {
      const cell = load(cells, at);
      if (isOther || ++loads % 3 !== 0) return cell;
      isOther = true;
      results.push(other.add("192.0.2.1"));
      isOther = false;
      return cell;
    }) as typeof load);
    onTestFinished(() => spy.mockRestore());
    for (let key = 0; key < 2 * REFUSED_PER_MINUTE; key++) results.push(one.add("192.0.2.1"));
    expect(results.filter((wait) => wait === undefined)).toHaveLength(REFUSED_PER_MINUTE);
  });
});
