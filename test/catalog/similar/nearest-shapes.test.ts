import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runToEnd } from "#src/catalog/execution/cooperative-task.js";
import {
  createFastShapeWindow,
  createPlainShapeWindow,
  nearestByLook,
  nearestShapes,
  scoreOf,
} from "#src/catalog/similar/nearest-shapes.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "#src/catalog/similar/palette-comparison.js";
import { joinPieces } from "#src/format/container.js";
import { decodePaletteTable, encodePaletteTable } from "#src/format/palette-table.js";
import { decodeShapeTable, layOutShapeTable, type ShapeTable } from "#src/format/shape-table.js";
import { SHAPE_BYTES } from "#src/shape/shape-descriptor.js";
import { randomRuns } from "../../support/random-runs.js";

const KINDS = [
  ["in WebAssembly", createFastShapeWindow],
  ["in JavaScript", createPlainShapeWindow],
] as const;

function tableOf(descriptors: readonly Uint8Array[]): ShapeTable {
  return decodeShapeTable(joinPieces(layOutShapeTable(descriptors.length * SHAPE_BYTES, descriptors)), "shapes.bin");
}

function differing(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((bits, byte, at) => bits + (byte ^ other[at]!).toString(2).replaceAll("0", "").length, 0);
}

/** Few different descriptors, so that there are ties, and some icons without one. */
const pool = fc.array(fc.uint8Array({ minLength: SHAPE_BYTES, maxLength: SHAPE_BYTES }), {
  minLength: 2,
  maxLength: 9,
});
const color = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map(([l, a, b]) => Uint8Array.of(l, a, b, 255));

function fill(count: number, descriptors: readonly Uint8Array[], seed: number): Uint8Array[] {
  let state = seed | 1;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const at = (state >>> 16) % (descriptors.length + 1);
    const bytes = (descriptors[at] ?? new Uint8Array(SHAPE_BYTES)).slice();
    if (at < descriptors.length) bytes[(state >>> 8) % SHAPE_BYTES]! ^= state & 255;
    return bytes;
  });
}

const sizes = fc.constantFrom(1, 5, 60, 2048, 4500);

describe.each(KINDS)("nearest shapes %s", (_, create) => {
  const window = create();

  it("returns the first matches of a full sort, ties in display order, without icons that have no shape", () => {
    fc.assert(
      fc.property(pool, sizes, fc.nat(2 ** 31), fc.integer({ min: 1, max: 20 }), (descriptors, count, seed, limit) => {
        const all = fill(count, descriptors, seed);
        const query = descriptors[0]!;
        const except = seed % count;
        const expected = all
          .map((bytes, ordinal) => ({ ordinal, shapeDistance: differing(bytes, query), bytes }))
          .filter(({ bytes, ordinal }) => ordinal !== except && bytes.some((byte) => byte !== 0))
          .sort((a, b) => a.shapeDistance - b.shapeDistance || a.ordinal - b.ordinal)
          .slice(0, limit)
          .map(({ ordinal, shapeDistance }) => ({ ordinal, shapeDistance }));
        expect(runToEnd(nearestShapes({ shapes: tableOf(all), query, limit, except }, window))).toEqual(expected);
      }),
      randomRuns(60),
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
          const all = fill(count, descriptors, seed);
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
                key: shapeDistance * (COLOR_DISTANCE_UNIT / 255) + palette,
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
      randomRuns(60),
    );
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
    expect(scoreOf({ ordinal: 0, shapeDistance: 0, colorDistance: 0.5 })).toBe(0.45);
  });
});
