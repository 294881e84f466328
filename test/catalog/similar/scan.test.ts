import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFastWindow, createPlainWindow, type ScanWindow, WINDOW } from "#src/catalog/similar/scan.js";
import { randomRuns } from "../../support/random-runs.js";
import { differing } from "./hash-tables.js";

const KINDS: [string, () => ScanWindow][] = [
  ["in WebAssembly", createFastWindow],
  ["in JavaScript", createPlainWindow],
];

const word = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1));

const whole = (low: number, high: number): bigint => (BigInt(high) << 32n) | BigInt(low);

describe.each(KINDS)("window of hashes %s", (_, create) => {
  const window = create();

  it("finds the first present hash within the distance", () => {
    const words = fc.array(fc.tuple(word, word, fc.boolean()), { maxLength: 40 });
    fc.assert(
      fc.property(words, fc.nat(40), word, word, fc.integer({ min: -1, max: 64 }), (hashes, from, low, high, bound) => {
        window.presence.fill(0);
        for (const [at, [l, h, counts]] of hashes.entries()) {
          window.words.set([l, h], 2 * at);
          window.presence[at >>> 5]! |= Number(counts) << (at & 31);
        }
        const to = hashes.length;
        const near = hashes.findIndex(
          ([l, h, counts], at) => at >= from && counts && differing(whole(l, h), whole(low, high)) <= bound,
        );
        const start = Math.min(from, to);
        expect(window.next(start, to, low | 0, high | 0, bound)).toBe(near < 0 ? to : near);
      }),
      randomRuns(2000),
    );
  });

  it("finds the last hash of the window", () => {
    window.words.fill(0xffffffff);
    window.presence.fill(0xffffffff);
    window.words.set([0, 0], 2 * (WINDOW - 1));
    expect(window.next(0, WINDOW, 0, 0, 0)).toBe(WINDOW - 1);
    window.presence.fill(0x7fffffff, WINDOW / 32 - 1);
    expect(window.next(0, WINDOW, 0, 0, 0)).toBe(WINDOW);
  });
});
