import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runToEnd } from "#src/catalog/execution/cooperative-task.js";
import { distanceToQuery, NO_HASH, queryHashes } from "#src/catalog/similar/hash-distance.js";
import {
  createMeanDistances,
  nearestByBlend,
  nearestByColor,
  type PaletteSearch,
} from "#src/catalog/similar/nearest-palettes.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "#src/catalog/similar/palette-comparison.js";
import { MAX_DISTANCE, VARIANTS } from "#src/catalog/similar/similar-request.js";
import { randomRuns } from "../../support/random-runs.js";
import { tableOf } from "./hash-tables.js";
import { fewColors, paletteDistance, paletteTableOf } from "./palette-tables.js";

/** Few bits, so that equal distances are common. */
const hash = fc.option(fc.constantFrom(0n, 1n, 3n, 0xffn, 0x5555555555555555n, 2n ** 64n - 1n), { nil: undefined });
const icons = fewColors.chain((kinds) =>
  fc.array(fc.record({ hash, colors: fc.constantFrom(...kinds) }), { minLength: 1, maxLength: 40 }),
);
const request = fc.record({
  icons,
  include: fc.subarray([...VARIANTS]),
  limit: fc.integer({ min: 0, max: 20 }),
  maxDistance: fc.constantFrom(0, 2, 32, 63, 64),
});

describe.each([
  { name: "color", find: nearestByColor },
  { name: "blend", find: nearestByBlend },
])("nearest palettes by $name", ({ name, find }) => {
  it("returns the nearest palettes of a full sort", () => {
    fc.assert(
      fc.property(request, ({ icons: all, include, limit, maxDistance }) => {
        const [{ hash: askedHash, colors: askedColors }] = all as [(typeof all)[number]];
        const palettes = paletteTableOf(all.map(({ colors }) => colors));
        const hashes = tableOf(all.map((icon) => icon.hash));
        const comparison = createPaletteComparer(palettes)(0);
        if (comparison === undefined) return;
        const means = runToEnd(createMeanDistances(palettes.means)(0));
        const asked = askedHash === undefined ? [] : queryHashes(askedHash, include);
        const search: PaletteSearch = { hashes, comparison, means, query: asked, limit, maxDistance, except: 0 };
        const expected = all
          .map(({ colors }, ordinal) => ({
            ordinal,
            color: paletteDistance(askedColors, colors),
            distance: distanceToQuery(hashes, ordinal, asked),
          }))
          .filter(({ ordinal, color }) => ordinal !== 0 && Number.isFinite(color))
          .filter(
            ({ distance }) =>
              distance <= maxDistance || (name === "color" && distance === NO_HASH && maxDistance === MAX_DISTANCE),
          )
          .map(({ ordinal, color, distance }) =>
            name === "color"
              ? { ordinal, first: color, second: distance }
              : { ordinal, first: color / COLOR_DISTANCE_UNIT + distance / 64, second: 0 },
          )
          .sort(
            (a, b) =>
              (Math.abs(a.first - b.first) < 1e-9 ? 0 : a.first - b.first) ||
              a.second - b.second ||
              a.ordinal - b.ordinal,
          )
          .slice(0, limit)
          .map(({ ordinal }) => ordinal);
        expect(runToEnd(find(search))).toEqual(expected);
      }),
      randomRuns(1500),
    );
  });
});
