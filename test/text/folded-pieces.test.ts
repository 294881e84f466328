import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "#src/text/fold.js";
import { foldedPieces, type Range, unfoldRanges, widenRanges } from "#src/text/folded-pieces.js";
import { coveredBy, foldCuts, unfoldByTrial } from "../support/fold-cuts.js";
import { randomRuns } from "../support/random-runs.js";

/**
 * Text that becomes longer, shorter or empty when folded, or is folded together with its neighbor, mixed with arbitrary
 * code points.
 */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ..."aZ -ßæﬁİıé²№½㍿각\u1112\u1161\u11ab가ﾊﾞか\u3099กำ\u0e49हि\u093f\u102b\u0301\u0323\ufe0f❤😀𝓒ς\u0610",
    ),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 14,
});
const textWithRanges = text.chain((any) => {
  const length = fold(any).length;
  const range = fc
    .tuple(fc.nat(Math.max(0, length - 1)), fc.integer({ min: 1, max: 6 }))
    .map(([start, size]): Range => [start, Math.min(start + size, length)]);
  return fc.tuple(fc.constant(any), fc.array(range, { maxLength: length === 0 ? 0 : 4 }));
});

describe("folded pieces of a text", () => {
  it.each([
    ["ﬁÇ", ["ﬁ:fi", "Ç:c"]],
    ["e\u0301té", ["e\u0301:e", "t:t", "é:e"]],
    ["İ ß", ["İ:i", " : ", "ß:ss"]],
    ["\u1112\u1161\u11ab가", ["\u1112:ㅎ", "\u1161:ㅏ", "\u11ab:ㄴ", "가:ㄱㅏ"]],
    ["ﾊﾞﾅ", ["ﾊﾞ:バ", "ﾅ:ナ"]],
    ["❤\ufe0f 𝓒", ["❤\ufe0f:❤", " : ", "𝓒:c"]],
    ["क्षि", ["क्:क्", "षि:षि"]],
    ["\u0301a", ["\u0301:", "a:a"]],
  ])("splits %j into pieces that fold independently", (any, pieces) => {
    expect(foldedPieces(any).map(({ text: piece, folded }) => `${piece}:${folded}`)).toEqual(pieces);
  });

  it("returns pieces that concatenate to the text, and whose folded forms concatenate to the folded text", () => {
    fc.assert(
      fc.property(text, (any) => {
        const pieces = foldedPieces(any);
        expect(pieces.map((piece) => piece.text).join("")).toBe(any);
        expect(pieces.map((piece) => piece.folded).join("")).toBe(fold(any));
        for (const piece of pieces) expect(piece.folded).toBe(fold(piece.text));
      }),
      randomRuns(2000),
    );
  });

  it("starts a piece at every character that folds independently, in all of Unicode", () => {
    const before = ["é", "ก", "\u1100", "가"];
    const wrong: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      const character = String.fromCodePoint(code);
      // All ideographs behave the same, and the other planes are empty.
      if (!/\p{L}|\p{N}|\p{P}|\p{S}/u.test(character) || (/\p{Ideographic}/u.test(character) && code % 97 !== 0))
        continue;
      const alone = fold(character);
      for (const each of before) {
        const joins = /^\p{M}/u.test(character.normalize("NFKD")) || fold(each + character) !== fold(each) + alone;
        if (joins !== (foldedPieces(each + character).length === 1)) wrong.push(`${each} ${code.toString(16)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("splits a text in proportional time, for any number of marks on a character", () => {
    const marked = `a${"\u0301".repeat(200_000)}`;
    expect(foldedPieces(marked)).toEqual([{ text: marked, folded: "a" }]);
    expect(
      widenRanges(
        marked,
        Array.from({ length: 100_000 }, (_, at) => [at, at + 1]),
      ),
    ).toEqual([[0, marked.length]]);
  });

  it("returns pieces as small as an exhaustive search of split points finds them", () => {
    fc.assert(
      fc.property(text, (any) => {
        let at = 0;
        const ends = foldedPieces(any).map((piece) => {
          at += piece.text.length;
          return at;
        });
        expect([0, ...ends]).toEqual(foldCuts(any));
      }),
      randomRuns(2000),
    );
  });
});

describe("source ranges of folded ranges", () => {
  it.each<[string, Range, Range]>([
    ["Straße", [0, 5], [0, 5]],
    ["Straße", [5, 7], [4, 6]],
    ["ﬁle", [0, 1], [0, 1]],
    ["ﬁle", [1, 2], [0, 1]],
    ["cafe\u0301 noir", [0, 4], [0, 5]],
    ["x ＡＢ", [2, 3], [2, 3]],
    ["𝓒afe", [0, 2], [0, 3]],
    ["㍿ x", [2, 3], [0, 1]],
  ])("maps %j %j to the source ranges %j", (any, folded, original) => {
    expect(unfoldRanges(any, [folded])).toEqual([original]);
  });

  it("maps ranges as an exhaustive search over the whole text does", () => {
    fc.assert(
      fc.property(textWithRanges, ([any, ranges]) => {
        expect(coveredBy(unfoldRanges(any, ranges))).toEqual(
          coveredBy(ranges.map((range) => unfoldByTrial(any, range))),
        );
      }),
      randomRuns(2000),
    );
  });

  it("returns sorted and separate source ranges that hold whole characters with their marks", () => {
    fc.assert(
      fc.property(textWithRanges, ([any, ranges]) => {
        let last = -1;
        for (const [start, end] of unfoldRanges(any, ranges)) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          expect(any.slice(end)).not.toMatch(/^\p{M}/u);
          for (const place of [start, end])
            expect(any.slice(Math.max(0, place - 1), place + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(any.length);
      }),
      randomRuns(2000),
    );
  });
});

describe("ranges widened to whole characters", () => {
  it.each<[string, Range[], Range[]]>([
    ["❤\ufe0f love", [[0, 1]], [[0, 2]]],
    ["C++", [[1, 2]], [[1, 2]]],
    [
      "a!!!",
      [
        [1, 3],
        [2, 4],
      ],
      [[1, 4]],
    ],
    ["😀😀", [[1, 2]], [[0, 2]]],
  ])("widens the ranges in %j from %j to %j", (any, ranges, widened) => {
    expect(widenRanges(any, ranges)).toEqual(widened);
  });
});
