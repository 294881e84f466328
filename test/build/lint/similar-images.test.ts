import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SourceRecord } from "#build/dataset/source-record.js";
import { createSimilarImages } from "#build/lint/checks/similar-images.js";
import { DUPLICATE_LIMITS } from "#src/catalog/similar/duplicate-pairs.js";
import { INDEXED_FROM } from "#src/format/hash-index.js";

const MAX_DISTANCE = DUPLICATE_LIMITS.hash;

/** Colors that are far apart or hardly different. */
const COLORS = ["#1877f2", "#1b79f0", "#d32f2f", undefined] as const;
const NEAR_COLORS = new Set(["#1877f2 #1b79f0", "#1b79f0 #1877f2"]);

interface Drawn {
  readonly hash: bigint | undefined;
  readonly color: (typeof COLORS)[number];
  readonly name: string;
  readonly developer: string;
}

/** Hashes that differ by a few bits. */
const hash = fc
  .tuple(fc.constantFrom(0xabc5e83aa4b5c1can, 0x54c5e83aa4b5c1can, 1n << 63n), fc.array(fc.nat(63), { maxLength: 8 }))
  .map(([base, flips]) => flips.reduce((bits, flip) => bits ^ (1n << BigInt(flip)), base));

const drawn: fc.Arbitrary<Drawn> = fc.record({
  hash: fc.option(hash, { nil: undefined, freq: 8 }),
  color: fc.constantFrom(...COLORS),
  name: fc.constantFrom("Kite", "Red Kite", "Maps", "Über Maps", "uber", "+", "夜"),
  developer: fc.constantFrom("Acme", "acme, Inc.", "Kite Works", "K"),
});

describe("similar images in a dataset", () => {
  it("finds the similar images of a comparison of all pairs", () => {
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 30 }), (records) => {
        expect(pairsOf(records)).toEqual(naivePairs(records));
      }),
    );
  });

  it("finds the similar images through the index, too", () => {
    const records = Array.from({ length: INDEXED_FROM + 300 }, (_, at): Drawn => {
      const random = BigInt.asUintN(64, BigInt(at + 1) * 0x9e3779b97f4a7c15n) | (0xffn << 28n);
      return { hash: random, color: "#d32f2f", name: `Name${at}`, developer: `House${at}` };
    });
    // Each of these has the given distance from an earlier one.
    const planted = [0, 1, MAX_DISTANCE, MAX_DISTANCE + 1].map((distance, at) => {
      const flips = Array.from({ length: distance }, (_, bit) => 1n << BigInt(bit * 9));
      const near = flips.reduce((bits, flip) => bits ^ flip, records[at * 4000]!.hash!);
      return { hash: near, color: "#d32f2f" as const, name: `Copy${at}`, developer: `Copier${at}` };
    });
    const pairs = pairsOf([...records, ...planted]).filter(([ordinal]) => ordinal >= records.length);
    expect(pairs).toEqual([
      [records.length, 0, 0],
      [records.length + 1, 4000, 1],
      [records.length + 2, 8000, MAX_DISTANCE],
    ]);
  });
});

function pairsOf(records: readonly Drawn[]): (readonly [number, number, number])[] {
  const lookAlikes = createSimilarImages();
  for (const { hash: bits, color, name, developer } of records) {
    const source = {
      name,
      developer,
      ...(bits === undefined ? {} : { phash: bits.toString(16).padStart(16, "0") }),
      ...(color === undefined ? {} : { colorPalette: [{ hex: color, name: "blue", share: 1 }] }),
    };
    lookAlikes.add(source as SourceRecord, undefined);
  }
  const pairs = [...lookAlikes.pairs()].map(({ ordinal, other, distance }) => [ordinal, other, distance!] as const);
  return pairs.sort(([a, b], [c, d]) => a - c || b - d);
}

function naivePairs(records: readonly Drawn[]): [number, number, number][] {
  const pairs: [number, number, number][] = [];
  for (const [at, one] of records.entries()) {
    for (const [before, other] of records.slice(0, at).entries()) {
      if (one.hash === undefined || other.hash === undefined) continue;
      if (ones(one.hash) <= 22 || ones(other.hash) <= 22) continue;
      const distance = ones(one.hash ^ other.hash);
      if (distance > MAX_DISTANCE || houseOf(one) === houseOf(other)) continue;
      if (wordsOf(one).some((word) => wordsOf(other).includes(word))) continue;
      const colors = [one.color, other.color];
      const comparable = !colors.includes(undefined) && one.color !== other.color;
      if (!comparable || NEAR_COLORS.has(colors.join(" "))) pairs.push([at, before, distance]);
    }
  }
  return pairs;
}

function ones(bits: bigint): number {
  return bits.toString(2).replaceAll("0", "").length;
}

function houseOf({ developer }: Drawn): string {
  return developer.toLowerCase().replace(", inc.", "");
}

function wordsOf({ name }: Drawn): string[] {
  return name
    .toLowerCase()
    .replace("ü", "u")
    .split(" ")
    .filter((word) => word !== "+");
}
