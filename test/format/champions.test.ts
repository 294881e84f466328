import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHAMPIONS, championsOf } from "#src/format/champions.js";
import { decodeOrderTable, encodeOrder } from "#src/format/order-table.js";
import { decodePostings, encodePostings, type PostingList } from "#src/format/posting-list.js";
import { randomRuns } from "../support/random-runs.js";

const ICONS = 4000;

const shuffled = fc.shuffledSubarray(
  Array.from({ length: ICONS }, (_, ordinal) => ordinal),
  { minLength: ICONS },
);

/** Disjoint lists of more than `CHAMPIONS` icons, some of which are stored as bitsets. */
const lists = fc
  .tuple(shuffled, fc.integer({ min: CHAMPIONS + 1, max: ICONS }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([icons, count, share]) => {
    const cut = Math.floor(count * share);
    return [icons.slice(0, cut), icons.slice(cut, count)].map((list) => Uint32Array.from(list).sort());
  });

function stored(list: Uint32Array): PostingList {
  return decodePostings(encodePostings(list, ICONS), ICONS, "terms.bin");
}

function positionsIn(ordinals: Uint32Array): Uint32Array {
  const positions = new Uint32Array(ordinals.length);
  for (const [position, ordinal] of ordinals.entries()) positions[ordinal] = position;
  return positions;
}

describe("champion lists", () => {
  it("have the first positions of all of a term's icons, whether lists or bitsets", () => {
    fc.assert(
      fc.property(shuffled, lists, (order, icons) => {
        const ordinals = Uint32Array.from(order);
        const positions = positionsIn(ordinals);
        const expected = Uint32Array.from(
          icons.flatMap((list) => [...list]),
          (ordinal) => positions[ordinal]!,
        ).sort();
        const found = championsOf({ index: 0, icons: icons.map(stored) }, ordinals, positions);
        expect(found).toEqual(expected.slice(0, CHAMPIONS));
      }),
      randomRuns(50),
    );
  });

  it("are found by the index of their term, and missing for the others", () => {
    const ordinals = Uint32Array.from({ length: ICONS }, (_, position) => ICONS - 1 - position);
    const all = stored(Uint32Array.from({ length: ICONS }, (_, ordinal) => ordinal));
    const few = stored(Uint32Array.from({ length: CHAMPIONS + 1 }, (_, at) => at));
    const terms = [
      { index: 3, icons: [all] },
      { index: 8, icons: [few] },
    ];
    const { pieces } = encodeOrder(ordinals, new Float64Array(0), { labeled: [], terms });
    const bytes = Buffer.concat([...pieces].map((piece) => new Uint8Array(piece)));
    const table = decodeOrderTable(new Uint8Array(bytes), "order-name.bin", ICONS, []);
    expect(table.champions(3)).toEqual(Uint32Array.from({ length: CHAMPIONS }, (_, at) => at));
    expect(table.champions(8)![0]).toBe(ICONS - 1 - CHAMPIONS);
    for (const term of [0, 4, 9]) expect(table.champions(term), `${term}`).toBeUndefined();
  });
});
