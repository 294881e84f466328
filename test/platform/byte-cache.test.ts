import fc from "fast-check";
import { expect, it } from "vitest";
import { createByteCache } from "#src/platform/byte-cache.js";
import { randomRuns } from "../support/random-runs.js";

const MAX_BYTES = 10_000;

it("evicts the least recently used images, and only if its size limit is exceeded", () => {
  const step = fc.record({
    key: fc.integer({ min: 0, max: 9 }),
    size: fc.integer({ min: 0, max: 4000 }),
    isGet: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = createByteCache<{ bytes: Uint8Array }>(MAX_BYTES);
      /** The most recently used image is last. */
      let model: { key: string; bytes: Uint8Array }[] = [];
      const costOf = ({ key, bytes }: (typeof model)[number]): number => bytes.length + key.length + 300;
      for (const { key: number, size, isGet } of steps) {
        const key = `image ${number}`;
        const known = model.find((entry) => entry.key === key);
        if (isGet) {
          expect(cache.get(key)?.bytes).toBe(known?.bytes);
          if (known !== undefined) model = [...model.filter((entry) => entry !== known), known];
          continue;
        }
        const entry = { key, bytes: new Uint8Array(size) };
        cache.set(key, entry);
        model = model.filter((other) => other.key !== key);
        if (costOf(entry) <= MAX_BYTES / 4) model.push(entry);
        while (model.reduce((sum, other) => sum + costOf(other), 0) > MAX_BYTES) model.shift();
      }
    }),
    randomRuns(500),
  );
});
