import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderTies } from "#src/catalog/similar/find-similar.js";
import { hasLowDetail } from "#src/catalog/similar/hash-distance.js";
import { createPaletteComparer } from "#src/catalog/similar/palette-comparison.js";
import { randomRuns } from "../../support/random-runs.js";
import { tableOf } from "./hash-tables.js";
import { type Colors, fewColors, paletteDistance, paletteTableOf } from "./palette-tables.js";

const DETAILED = 0xaaaaaaaaaaaaaaaan;
const FLAT = 1n;

/** Icons by ordinal: distance, whether they have low detail, and colors; the last is the query icon. */
const icons = fewColors.chain((kinds) =>
  fc.array(fc.record({ distance: fc.nat(3), flat: fc.boolean(), colors: fc.constantFrom(...kinds) }), {
    minLength: 1,
    maxLength: 30,
  }),
);

function orderBySorting(
  all: readonly { distance: number; flat: boolean; colors: Colors }[],
  asked: Colors | undefined,
  detailedFirst: boolean,
): number[] {
  const colorOf = (at: number): number => (asked === undefined ? 0 : paletteDistance(asked, all[at]!.colors));
  const byColor = (a: number, b: number): number => (colorOf(a) === colorOf(b) ? 0 : colorOf(a) - colorOf(b));
  const byDetail = (a: number, b: number): number => (detailedFirst ? Number(all[a]!.flat) - Number(all[b]!.flat) : 0);
  return [...all.keys()].sort(
    (a, b) => all[a]!.distance - all[b]!.distance || byDetail(a, b) || byColor(a, b) || a - b,
  );
}

describe("order of equally near matches", () => {
  it("ranks ties by detail, then color, then display order, as a full sort does", () => {
    const limits = fc.integer({ min: 1, max: 35 });
    fc.assert(
      fc.property(icons, limits, fc.boolean(), fc.boolean(), (all, limit, detailedFirst, byId) => {
        const asked = byId ? all.at(-1)!.colors : undefined;
        const palettes = paletteTableOf(all.map(({ colors }) => colors));
        const hashes = tableOf(all.map(({ flat }) => (flat ? FLAT : DETAILED)));
        const matches = all
          .map(({ distance }, ordinal) => ({ ordinal, distance }))
          .sort((a, b) => a.distance - b.distance || a.ordinal - b.ordinal);
        const compareWith = createPaletteComparer(palettes);
        const comparePalettes = () => (byId ? compareWith(all.length - 1) : undefined);
        const ordered = orderTies(matches, limit, { hashes, detailedFirst, comparePalettes });
        const known = asked?.length === 0 ? undefined : asked;
        expect(ordered.map(({ ordinal }) => ordinal)).toEqual(
          orderBySorting(all, known, detailedFirst).slice(0, limit),
        );
      }),
      randomRuns(1000),
    );
  });

  it("skips the color comparison for matches without ties", () => {
    const hashes = tableOf([DETAILED, DETAILED]);
    const comparePalettes = () => {
      throw new Error("compared");
    };
    const matches = [
      { ordinal: 0, distance: 1 },
      { ordinal: 1, distance: 2 },
    ];
    expect(orderTies(matches, 10, { hashes, detailedFirst: true, comparePalettes })).toEqual(matches);
  });
});

describe("low-detail hashes", () => {
  it.each([
    ["no set bits, a flat image, as low detail", 0n, true],
    ["9 set bits, a circle, as low detail", 0x1ffn, true],
    ["15 set bits, a ring, as low detail", 0x7fffn, true],
    ["17 set bits, an image that is its own mirror image, as low detail", 0x1ffffn, true],
    ["22 set bits as low detail", 0x3fffffn, true],
    ["23 set bits as detailed", 0x7fffffn, false],
    ["32 set bits, as in most images, as detailed", DETAILED, false],
    ["64 set bits as detailed", 2n ** 64n - 1n, false],
  ])("classifies a hash with %s", (_, hash, low) => {
    expect(hasLowDetail(tableOf([hash]), 0)).toBe(low);
  });

  it("does not classify a missing hash as low detail", () => {
    expect(hasLowDetail(tableOf([undefined]), 0)).toBe(false);
  });
});
