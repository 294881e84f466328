import fc from "fast-check";
import { expect, it } from "vitest";
import { assignCenters } from "#src/catalog/similar/assign-centers.js";
import {
  createMeasure,
  DUPLICATE_LIMITS,
  type DuplicatePair,
  duplicatePairs,
} from "#src/catalog/similar/duplicate-pairs.js";
import { joinPieces } from "#src/format/container.js";
import { createHashTableBuilder, decodeHashTable } from "#src/format/hash-table.js";
import { decodePaletteTable, encodePaletteTable, PALETTE_BYTES } from "#src/format/palette-table.js";
import { createShapeTable } from "#src/format/shape-table.js";
import { SHAPE_BYTES } from "#src/shape/shape-text.js";
import { randomRuns } from "../../support/random-runs.js";

/** Changed bits of one shape and one hash, and a gray; each may be missing. */
const icon = fc.record({
  shape: fc.option(fc.uniqueArray(fc.nat(8 * SHAPE_BYTES - 1), { maxLength: 24 })),
  hash: fc.option(fc.uniqueArray(fc.nat(63), { maxLength: 4 })),
  gray: fc.option(fc.constantFrom(20, 24, 30, 90)),
});

it("finds the duplicates of a comparison of all pairs", () => {
  fc.assert(
    fc.property(fc.array(icon, { minLength: 2, maxLength: 20 }), (icons) => {
      const hashes = createHashTableBuilder();
      for (const { hash } of icons)
        hashes.add(hash?.reduce((bits, bit) => bits ^ (1n << BigInt(bit)), 0xabc5e83aa4b5c1can));
      const shapes = icons.map(({ shape }) => {
        const bytes = new Uint8Array(SHAPE_BYTES).fill(shape === null ? 0 : 0x5a);
        for (const bit of shape ?? []) bytes[bit >> 3]! ^= 1 << (bit & 7);
        return bytes;
      });
      const palettes = icons.map(({ gray }) => {
        const block = new Uint8Array(PALETTE_BYTES);
        if (gray !== null) block.set([gray, 128, 128, 255]);
        return block;
      });
      const tables = {
        hashes: decodeHashTable(joinPieces(hashes.encode()), "hashes.bin"),
        shapes: createShapeTable(shapes, "shapes.bin", assignCenters),
        palettes: decodePaletteTable(encodePaletteTable(palettes), "palettes.bin"),
      };
      const measure = createMeasure(tables);
      const { look, shape, hash, color } = DUPLICATE_LIMITS;
      const expected: DuplicatePair[] = [];
      for (let ordinal = 0; ordinal < icons.length; ordinal++) {
        for (let other = 0; other < ordinal; other++) {
          const distances = measure(ordinal, other);
          const { shapeDistance = 512, distance = 64, colorDistance } = distances;
          const isShape = shapeDistance <= shape;
          const isNear =
            (isShape && shapeDistance / 480 + (colorDistance ?? 1) <= look) ||
            (distance <= hash && (colorDistance ?? 0) <= color);
          if (isNear || isShape) expected.push({ ordinal, other, kind: isNear ? "near" : "redrawn", ...distances });
        }
      }
      const order = ({ ordinal, other, shapeDistance = 512, distance = 64 }: DuplicatePair): number =>
        ((ordinal * 1000 + shapeDistance) * 100 + distance) * 100 + other;
      expected.sort((one, two) => order(one) - order(two));
      expect([...duplicatePairs(tables)]).toEqual(expected);
    }),
    randomRuns(60),
  );
});
