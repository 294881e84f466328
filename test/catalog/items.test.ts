import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderItems, renderMatches } from "#src/catalog/items.js";
import type { SimilarIcon } from "#src/catalog/similar/find-similar.js";
import { type ByteText, bytesOf } from "#src/text/byte-text.js";
import { itemsInMemory } from "../support/items-in-memory.js";
import { randomRuns } from "../support/random-runs.js";

const ORIGIN = 'https://icons.example.com/"ü';
const SHARD_FIRSTS = [0, 7, 8, 20];
const COUNT = 30;

/** Some images are served here, some elsewhere; some names are not ASCII. */
const records = Array.from({ length: COUNT }, (_, at) => ({
  id: `icon ${at}`,
  name: at % 4 === 0 ? `Ünïcode 日本 😀 ${at}` : `Icon ${at}`,
  category: "a",
  developer: at % 5 === 0 ? "Škoda" : "D",
  ...(at % 3 === 0 ? { iconUrl: `https://elsewhere.test/${at}.png` } : {}),
}));
const expected = records.map(({ id, name, category, developer, iconUrl }) => ({
  id,
  name,
  category,
  iconUrl: iconUrl ?? `${ORIGIN}/images/${encodeURIComponent(id)}`,
  developer,
}));

const { reader: items } = itemsInMemory(records, SHARD_FIRSTS);
const parse = (text: ByteText): unknown => JSON.parse(bytesOf(text).toString());
const ordinal = fc.nat(COUNT - 1);
/** Runs of adjacent and single ordinals, across the ends of shards. */
const ordinals = fc
  .array(fc.tuple(ordinal, fc.integer({ min: 1, max: 12 })), { maxLength: 5 })
  .map((runs) =>
    runs.flatMap(([from, length]) => Array.from({ length }, (_, at) => from + at)).filter((n) => n < COUNT),
  );

describe("rendered list items", () => {
  it("renders the items of any ordinals in the given order, with the origin inserted", () => {
    fc.assert(
      fc.property(ordinals, (list) => {
        expect(parse(renderItems(items, Uint32Array.from(list), ORIGIN))).toEqual(list.map((at) => expected[at]));
      }),
      randomRuns(2000),
    );
  });
});

describe("rendered similar icons", () => {
  it("adds distance, similarity, variant, detail and color distance to each similar icon where they are known", () => {
    const similarIcon = fc.record(
      {
        ordinal,
        distance: fc.nat(64),
        variant: fc.constantFrom("mirrored", "inverted"),
        lowDetail: fc.constant(true),
        colorDistance: fc.nat(10_000).map((parts) => parts / 10_000),
      },
      { requiredKeys: ["ordinal"] },
    );
    fc.assert(
      fc.property(fc.array(similarIcon, { maxLength: 20 }), (matches) => {
        expect(parse(renderMatches(items, matches as SimilarIcon[], ORIGIN))).toEqual(
          matches.map(({ ordinal: at, distance, ...rest }) => ({
            ...expected[at],
            ...(distance === undefined ? {} : { distance, similarity: Math.max(0, 1 - distance / 32) }),
            ...rest,
          })),
        );
      }),
    );
  });
});
