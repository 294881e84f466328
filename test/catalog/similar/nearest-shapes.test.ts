import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runToEnd } from "#src/catalog/execution/cooperative-task.js";
import { assignCenters } from "#src/catalog/similar/assign-centers.js";
import {
  LIKELY_FROM,
  type LookMatch,
  lookAt,
  nearestByLikelyLook,
  nearestByLook,
  nearestShapes,
  scoreOf,
} from "#src/catalog/similar/nearest-shapes.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "#src/catalog/similar/palette-comparison.js";
import { createSumWindow } from "#src/catalog/similar/sum-window.js";
import { decodePaletteTable, encodePaletteTable } from "#src/format/palette-table.js";
import { INDEXED_FROM } from "#src/format/shape-index.js";
import { createShapeTable, type ShapeTable } from "#src/format/shape-table.js";
import { SHAPE_BYTES } from "#src/shape/shape-text.js";
import { randomRuns } from "../../support/random-runs.js";

const KINDS = [
  ["in WebAssembly", createSumWindow()],
  ["in JavaScript", null],
] as const;

/** The number of ones of each byte. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

function tableOf(descriptors: readonly Uint8Array[]): ShapeTable {
  return createShapeTable(descriptors, "shapes.bin", assignCenters);
}

function differing(one: Uint8Array, other: Uint8Array): number {
  let bits = 0;
  for (let at = 0; at < SHAPE_BYTES; at++) bits += ONES[one[at]! ^ other[at]!]!;
  return bits;
}

/** Few different descriptors, so that there are ties, and some icons without one. */
const pool = fc.array(fc.uint8Array({ minLength: SHAPE_BYTES, maxLength: SHAPE_BYTES }), {
  minLength: 2,
  maxLength: 9,
});
const color = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map(([l, a, b]) => Uint8Array.of(l, a, b, 255));

/**
 * Some icons only lack bits of a descriptor, so that the differences of their sums add up to their distance; the last
 * one is among the nearest of the first descriptor.
 *
 * @param least number of changed bits @param most the same
 */
function fill(
  count: number,
  descriptors: readonly Uint8Array[],
  seed: number,
  [least, most]: readonly [number, number],
): Uint8Array[] {
  let state = seed | 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  return Array.from({ length: count }, (_, ordinal) => {
    const isLast = ordinal === count - 1;
    const at = isLast ? 0 : random(descriptors.length + 1);
    const bytes = (descriptors[at] ?? new Uint8Array(SHAPE_BYTES)).slice();
    if (at === descriptors.length) return bytes;
    const onlyLacks = isLast || random(2) === 0;
    for (let left = isLast ? least * 0.9 : least + random(most - least); left > 0; left--) {
      const [byte, bit] = [random(SHAPE_BYTES), 1 << random(8)];
      bytes[byte] = onlyLacks ? bytes[byte]! & ~bit : bytes[byte]! ^ bit;
    }
    return bytes;
  });
}

/** Tables with and without an index. */
const sizes = fc.constantFrom(1, 5, 60, 9000, INDEXED_FROM - 1, INDEXED_FROM + 1);
/** Near duplicates, and icons that share no chunk with the query. */
const changes = fc.constantFrom([0, 2], [0, 60], [200, 400], [200, 400]) as fc.Arbitrary<[number, number]>;

describe.each(KINDS)("nearest shapes %s", (_, window) => {
  it("returns the first matches of a full sort, ties in display order, without icons that have no shape", () => {
    fc.assert(
      fc.property(
        pool,
        sizes,
        changes,
        fc.nat(2 ** 31),
        fc.integer({ min: 1, max: 20 }),
        (descriptors, count, some, seed, limit) => {
          const all = fill(count, descriptors, seed, some);
          const query = descriptors[0]!;
          const except = seed % count;
          const expected = all
            .map((bytes, ordinal) => ({ ordinal, shapeDistance: differing(bytes, query), bytes }))
            .filter(({ bytes, ordinal }) => ordinal !== except && bytes.some((byte) => byte !== 0))
            .sort((a, b) => a.shapeDistance - b.shapeDistance || a.ordinal - b.ordinal)
            .slice(0, limit)
            .map(({ ordinal, shapeDistance }) => ({ ordinal, shapeDistance }));
          expect(runToEnd(nearestShapes({ shapes: tableOf(all), query, limit, except }, window))).toEqual(expected);
        },
      ),
      randomRuns(15),
    );
  });

  it("returns the first matches of a full sort by shape and palette together", () => {
    const palettes = fc.array(color, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        pool,
        palettes,
        sizes,
        fc.nat(2 ** 31),
        fc.integer({ min: 1, max: 20 }),
        (descriptors, colors, count, seed, limit) => {
          const all = fill(count, descriptors, seed, [0, 300]);
          const blocks = all.map((_, at) => {
            const block = new Uint8Array(20);
            if (at === 0 || at % 7 !== 3) block.set(colors[(at * 31 + seed) % colors.length]!);
            return block;
          });
          const comparison = createPaletteComparer(decodePaletteTable(encodePaletteTable(blocks), "palettes.bin"))(0)!;
          const query = descriptors[0]!;
          const expected = all
            .map((bytes, ordinal) => {
              const palette = comparison.distanceTo(ordinal, Number.POSITIVE_INFINITY);
              const shapeDistance = differing(bytes, query);
              return {
                ordinal,
                shapeDistance,
                palette,
                key: shapeDistance * (COLOR_DISTANCE_UNIT / 480) + palette,
                bytes,
              };
            })
            .filter(
              ({ key, bytes, ordinal }) => ordinal !== 0 && Number.isFinite(key) && bytes.some((byte) => byte !== 0),
            )
            .sort((a, b) => a.key - b.key || a.ordinal - b.ordinal)
            .slice(0, limit)
            .map(({ ordinal, shapeDistance, palette }) => {
              return { ordinal, shapeDistance, colorDistance: palette / COLOR_DISTANCE_UNIT };
            });
          const search = { shapes: tableOf(all), query, limit, except: 0, comparison };
          expect(runToEnd(nearestByLook(search, window))).toEqual(expected);
        },
      ),
      randomRuns(10),
    );
  });
});

describe("likely looks of a large table", () => {
  it("have true distances, are in order, are never nearer than the nearest, and nearly all of these are found", () => {
    const kinds = Array.from({ length: 300 }, (_, kind) =>
      Uint8Array.from({ length: SHAPE_BYTES }, (_, at) => Math.imul(kind * 64 + at + 1, 0x9e3779b1) >>> 13),
    );
    const all = fill(LIKELY_FROM + 1, kinds, 5, [0, 60]);
    const blocks = all.map((_, at) => Uint8Array.of(at % 251, 128, (at * 7) % 256, 255, ...new Uint8Array(16)));
    const palettes = decodePaletteTable(encodePaletteTable(blocks), "palettes.bin");
    const shapes = tableOf(all);
    const keyOf = ({ shapeDistance, colorDistance }: LookMatch): number => shapeDistance / 480 + colorDistance;
    let [found, wanted] = [0, 0];
    for (let except = 3; except < all.length; except += 9001) {
      const query = shapes.get(except);
      if (query === undefined) continue;
      const comparison = createPaletteComparer(palettes)(except)!;
      const search = { shapes, query, limit: 10, except, comparison };
      const likely = runToEnd(nearestByLikelyLook(search));
      const exact = runToEnd(nearestByLook(search));
      expect(likely).toEqual(likely.map(({ ordinal }) => lookAt(search, ordinal)));
      expect(likely).toEqual([...likely].sort((a, b) => keyOf(a) - keyOf(b) || a.ordinal - b.ordinal));
      for (const [place, match] of likely.entries()) expect(keyOf(match)).toBeGreaterThanOrEqual(keyOf(exact[place]!));
      found += likely.filter((match) => keyOf(match) <= keyOf(exact.at(-1)!)).length;
      wanted += exact.length;
    }
    expect(found / wanted).toBeGreaterThan(0.8);
  });
});

describe("score of a match", () => {
  it("falls from 1 for equal shapes and colors to 0", () => {
    const looks = Array.from({ length: 513 }, (_, bits) =>
      scoreOf({ ordinal: 0, shapeDistance: bits, colorDistance: 0 }),
    );
    const shapes = Array.from({ length: 513 }, (_, bits) => scoreOf({ ordinal: 0, shapeDistance: bits }));
    for (const scores of [looks, shapes]) {
      expect([scores[0], scores.at(-1)]).toEqual([1, 0]);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
    expect(scoreOf({ ordinal: 0, shapeDistance: 0, colorDistance: 0.3 })).toBe(0.58);
  });
});
