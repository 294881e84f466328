import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { openGeneration } from "#src/catalog/generation/generation.js";
import { scoreOf } from "#src/catalog/similar/nearest-shapes.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "#src/catalog/similar/palette-comparison.js";
import { differingBits } from "#src/catalog/similar/shape-distance.js";
import { SHAPE_BYTES } from "#src/shape/shape-text.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { HALVES, halfOf } from "./halves.mjs";

type Pair = readonly [id: string, other: string, similar: boolean];

const PAIRS: readonly Pair[] = JSON.parse(readFileSync(new URL("similar-pairs.json", import.meta.url), "utf8"));
let scored: { half: string; similar: boolean; score: number }[];

beforeAll(() => {
  const catalog = openCatalog(shippedArtifacts);
  const { shapes, palettes } = openGeneration(shippedArtifacts, catalog.generation);
  const ordinals = new Map(Array.from({ length: catalog.size }, (_, at) => [catalog.record(at).id, at]));
  const compare = createPaletteComparer(palettes);
  scored = PAIRS.map(([id, other, similar]) => {
    const [one, two] = [ordinals.get(id)!, ordinals.get(other)!];
    const colorDistance = compare(one)!.distanceTo(two, Number.POSITIVE_INFINITY) / COLOR_DISTANCE_UNIT;
    const shapeDistance = differingBits(shapes.bytes, two * SHAPE_BYTES, shapes.get(one)!);
    const score = scoreOf({ ordinal: two, shapeDistance, colorDistance });
    return { half: halfOf(`${id} ${other}`), similar, score };
  });
});

describe.each(HALVES)("score by look on the %s half of the judged pairs", (half) => {
  it.each([
    [0, 0.2],
    [0.2, 0.6],
    [0.6, 1.01],
  ])("is the share of similar pairs from %d to %d, within 0.15", (from, until) => {
    const pairs = scored.filter((pair) => pair.half === half && pair.score >= from && pair.score < until);
    const expected = pairs.reduce((sum, { score }) => sum + score, 0) / pairs.length;
    const share = pairs.filter(({ similar }) => similar).length / pairs.length;
    expect(Math.abs(share - expected), `${pairs.length} pairs: ${share}, expected ${expected}`).toBeLessThan(0.15);
  });
});
