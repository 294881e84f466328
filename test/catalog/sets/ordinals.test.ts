import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_WORDS } from "#src/catalog/sets/block-kernel.js";
import type { Clause } from "#src/catalog/sets/clause.js";
import { allOf, materialize } from "#src/catalog/sets/ordinals.js";
import { bitsetWords, decodePostings, encodePostings, ordinalsOf, type PostingList } from "#src/format/posting-list.js";
import { randomRuns } from "../../support/random-runs.js";

interface Model {
  readonly universe: number;
  readonly clauses: readonly { readonly sets: readonly Uint32Array[]; readonly not: boolean }[];
}

/** Sets of all densities. */
const modelOver = (universes: fc.Arbitrary<number>): fc.Arbitrary<Model> =>
  fc.tuple(universes, fc.integer({ min: 0, max: 5 }), fc.integer()).map(([universe, count, seed]) => {
    const random = randomFrom(seed);
    const clauses = Array.from({ length: count }, (_, clause) => ({
      sets: Array.from({ length: Math.floor(random() * 4) }, () => {
        const density = [0.0005, 0.02, 0.2, 0.6, 1][Math.floor(random() * 5)]!;
        return Uint32Array.from({ length: universe }, (_, ordinal) => ordinal).filter(() => random() < density);
      }),
      not: clause > 0 && random() < 0.3,
    }));
    return { universe, clauses };
  });

/** Universes around the size of a word, and some that are combined in several steps. */
const model = modelOver(fc.constantFrom(1, 31, 32, 33, 100, 16_384, 40_000));
/** Universes of exactly one block, and of several. */
const largeModel = modelOver(fc.constantFrom(32 * BLOCK_WORDS, 32 * BLOCK_WORDS + 1, 300_000));

const stored = (ordinals: Uint32Array, universe: number): PostingList =>
  decodePostings(encodePostings(ordinals, universe), universe, "x.bin");

const expected = ({ universe, clauses }: Model): number[] => {
  const sets = clauses.map(({ sets: any, not }) => ({ any: any.map((set) => new Set(set)), not }));
  return Array.from({ length: universe }, (_, ordinal) => ordinal).filter((ordinal) =>
    sets.every(({ any, not }) => any.some((set) => set.has(ordinal)) !== not),
  );
};

const toClauses = ({ universe, clauses }: Model): Clause[] =>
  clauses.map(({ sets, not }) => ({ any: sets.map((set) => stored(set, universe)), not }));

describe("ordinals that satisfy all clauses", () => {
  const holdsFor = (example: Model): void => {
    const wanted = expected(example);
    const set = allOf(toClauses(example), example.universe);
    expect(set.count()).toBe(wanted.length);
    expect([...set.slice(0, example.universe)]).toEqual(wanted);
    const nearEnd = Math.max(0, wanted.length - 30);
    expect([...set.slice(nearEnd, 20)]).toEqual(wanted.slice(nearEnd, nearEnd + 20));
    if (example.clauses.length === 0) return;
    const materialized = materialize(toClauses(example), new Uint32Array(bitsetWords(example.universe)).fill(7));
    expect([materialized.count, [...ordinalsOf(materialized)]]).toEqual([wanted.length, wanted]);
  };

  it("matches the definition of all clauses for any storage of the sets", () => {
    fc.assert(fc.property(model, holdsFor), randomRuns(120));
  });

  it("matches the definition of all clauses over several blocks", () => {
    fc.assert(fc.property(largeModel, holdsFor), { numRuns: 6 });
  }, 60_000);

  it("returns the same ordinals for any sequence of slices, before or after counting", () => {
    fc.assert(
      fc.property(
        model,
        fc.array(fc.tuple(fc.nat(45_000), fc.nat(300)), { maxLength: 6 }),
        fc.boolean(),
        (example, slices, countFirst) => {
          const wanted = expected(example);
          const set = allOf(toClauses(example), example.universe);
          if (countFirst) expect(set.count()).toBe(wanted.length);
          for (const [start, length] of [...slices, [0, 20] as const])
            expect([...set.slice(start, length)]).toEqual(wanted.slice(start, start + length));
          expect(set.count()).toBe(wanted.length);
        },
      ),
      randomRuns(100),
    );
  });

  it("counts the union of disjoint sets by adding their sizes", () => {
    const [a, b] = [
      Uint32Array.from({ length: 60 }, (_, at) => at),
      Uint32Array.from({ length: 40 }, (_, at) => at + 60),
    ];
    const set = allOf([{ any: [stored(a, 100), stored(b, 100)], disjoint: true }], 100);
    expect([set.count(), set.slice(58, 4)]).toEqual([100, Uint32Array.of(58, 59, 60, 61)]);
  });
});

describe("stored posting list", () => {
  it("stores a posting list in at most one word more than a bit per ordinal", () => {
    const universe = 3200;
    for (const count of [0, 1, 99, 100, 101, 3200]) {
      const ordinals = Uint32Array.from({ length: count }, (_, at) => at);
      const words = encodePostings(ordinals, universe);
      expect(words.length).toBe(count <= 100 ? count : 101);
      expect(decodePostings(words, universe, "x.bin").count).toBe(count);
    }
  });
});

/** mulberry32, by Tommy Ettinger, public domain. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
