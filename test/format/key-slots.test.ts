import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areKeySlots, fillKeySlots, findKeySlot } from "#src/format/key-slots.js";

const sameAs =
  (keys: readonly Uint8Array[]) =>
  (index: number, key: Uint8Array): boolean =>
    keys[index] !== undefined && Buffer.compare(keys[index], key) === 0;

describe("key slots", () => {
  it("find each key and no other, like a search of the whole list", () => {
    const key = fc.uint8Array({ maxLength: 12 });
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 200, comparator: (a, b) => Buffer.compare(a, b) === 0 }),
        fc.array(key),
        (keys, others) => {
          const slots = fillKeySlots(keys);
          expect(areKeySlots(slots, keys.length)).toBe(true);
          for (const asked of [...keys, ...others])
            expect(findKeySlot(slots, asked, sameAs(keys))).toBe(
              keys.findIndex((own) => Buffer.compare(own, asked) === 0),
            );
        },
      ),
    );
  });

  it("end with no key if they are damaged so that none is free", () => {
    const keys = ["a", "b", "c"].map((text) => Buffer.from(text));
    const slots = fillKeySlots(keys).fill(9);
    expect(findKeySlot(slots, keys[1]!, sameAs(keys))).toBe(-1);
  });

  it.each([
    [0, 0, false],
    [3, 3, false],
    [4, 4, false],
    [6, 3, false],
    [8, 3, true],
  ])("%i slots can belong to %i keys: %s", (length, count, expected) => {
    expect(areKeySlots(new Uint32Array(length), count)).toBe(expected);
  });
});
