import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNLIMITED } from "#src/catalog/execution/work-budget.js";
import { BLOCK_WORDS, createFastKernel, createPlainKernel } from "#src/catalog/sets/block-kernel.js";
import { countCommon } from "#src/catalog/sets/count-common.js";
import { decodePostings, encodePostings } from "#src/format/posting-list.js";
import { randomRuns } from "../../support/random-runs.js";

const universe = 32 * BLOCK_WORDS + 100;

/** Sets of all densities, so that some are stored as lists and some as bitsets. */
const set = fc.tuple(fc.constantFrom(0, 0.0001, 0.02, 0.3, 1), fc.nat(1000)).map(([density, seed]) => {
  const step = Math.max(1, Math.floor(1 / Math.max(density, 1e-9)));
  const count = density === 0 ? 0 : Math.floor(universe / step);
  return Uint32Array.from({ length: count }, (_, at) => at * step + ((at * 7919 + seed) % step));
});

describe.each([
  ["fast", createFastKernel],
  ["plain", createPlainKernel],
])("common ordinals with the %s kernel", (_, createKernel) => {
  const kernel = createKernel();

  it("counts the ordinals that a set shares with each other set, for any storage of the sets", () => {
    const stored = (ordinals: Uint32Array) => decodePostings(encodePostings(ordinals, universe), universe, "x.bin");
    fc.assert(
      fc.property(set, fc.array(set, { maxLength: 4 }), (own, others) => {
        const members = new Set(own);
        const expected = others.map((other) => other.filter((ordinal) => members.has(ordinal)).length);
        expect(countCommon(stored(own), others.map(stored), UNLIMITED, kernel)).toEqual(expected);
      }),
      randomRuns(60),
    );
  });
});
