import fc from "fast-check";
import { expect, it } from "vitest";
import { createRanking } from "#src/catalog/similar/nearest-list.js";
import { randomRuns } from "../../support/random-runs.js";

it("keeps the matches that a stable sort puts first, and exposes the bound for new ones", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(12), { maxLength: 40 }), fc.nat(10), (keys, limit) => {
      const ranking = createRanking(limit);
      for (const [ordinal, key] of keys.entries()) {
        const bound = ranking.bound();
        ranking.offer(ordinal, key);
        expect(ranking.ordinals().includes(ordinal)).toBe(key <= bound);
      }
      const sorted = [...keys.keys()].sort((a, b) => keys[a]! - keys[b]! || a - b);
      expect(ranking.ordinals()).toEqual(sorted.slice(0, limit));
    }),
    randomRuns(1000),
  );
});
